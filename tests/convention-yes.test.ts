import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { readResource } from '../src/interfaces/mcp/resources.ts'
import { saveTemplate as saveGiven } from '../src/interfaces/library/templates.ts'
import { ruleLesson } from '../src/lesson/kinds/rule.ts'
import { decideLessons } from '../src/verbs/lessons/consent-operation.ts'
import { loadSeed } from '../src/verbs/load/operation.ts'
import { promote } from '../src/verbs/edit/templates-change-operation.ts'
import { refreshReady } from '../src/provision/run-ready.ts'
import type { Connection } from '../src/store/connection.ts'
import { openStore } from '../src/store/open.ts'
import { readTemplate, saveTemplate } from '../src/template/run.ts'
import { bothEngines } from './support/engines.ts'
import { acceptedLessons, SHOP } from './support/lesson-fixture.ts'
import { scratch, testApp } from './support/store.ts'
import { patternDraft, templateDraft } from './support/template-fixture.ts'

const LINT = 'Always run the linter before a commit.'
const SHORT = 'Answer in short sentences.'
const OWNER = { owner: 'sam', name: 'shop' }

for (const { engine, address } of bothEngines())
  suite(`a line that a person typed (${engine})`, () => {
    const shop = async (t: Parameters<typeof scratch>[0]) => {
      const directory = scratch(t)
      const store = await openStore(address(directory))
      t.after(() => void store.close())
      const app = testApp(directory)
      const conventions = [LINT, SHORT].map((text) => ({ text, kind: 'stated' as const, count: 3, evidence: [] }))
      const scope = { owner: 'sam', project: SHOP, source: null, platform: null, model: null }
      const draft = templateDraft({ scope, conventions, patterns: [patternDraft('go test')], addendum: '' })
      await saveTemplate(store, { ...OWNER, state: 'active', draft, now: app.now() })
      await refreshReady(store, { owner: 'sam', now: app.now() })
      const given = async (): Promise<string[]> => {
        const seeds = [
          await loadSeed(app, store, { name: 'shop', format: 'text' }),
          await loadSeed(app, store, { name: 'shop', format: 'openai-chat' }),
          await loadSeed(app, store, { name: 'shop', format: 'skill' }),
        ]
        const [ready] = await store.all<{ text: string }>('select text from ready')
        const resource = JSON.stringify(await readResource(app, async () => store, 'template://shop'))
        return [...seeds.map(({ text }) => text), ready?.text ?? '', resource]
      }
      const assertGiven = async (lines: readonly string[]): Promise<void> => {
        for (const text of await given())
          assert.deepEqual(
            [LINT, SHORT].filter((line) => text.includes(line)),
            lines,
            text,
          )
      }
      return { store, app, assertGiven }
    }
    const idOf = async (store: Connection, line: string): Promise<string> =>
      (await readTemplate(store, OWNER)).conventions.find(({ text }) => text === line)?.id ?? ''

    test('is given in no form of a template that was built or promoted', async (t) => {
      const { store, app, assertGiven } = await shop(t)
      await assertGiven([])
      const { unconfirmed } = await promote(store, { ...OWNER, now: app.now() })
      assert.deepEqual(unconfirmed.map(({ text }) => text).toSorted(), [LINT, SHORT])
      await assertGiven([])
    })

    test('is given once its owner said yes to it, and no other is', async (t) => {
      const { store, app, assertGiven } = await shop(t)
      const rules = [(await idOf(store, SHORT)).slice(0, 6)]
      const { unconfirmed } = await promote(store, { ...OWNER, now: app.now(), rules })
      assert.deepEqual(
        unconfirmed.map(({ text }) => text),
        [LINT],
      )
      await assertGiven([SHORT])
      for (const wrong of ['zzzz', 'ab', ''])
        await assert.rejects(promote(store, { ...OWNER, now: app.now(), rules: [wrong] }), { code: 'no-such-lesson' })
      // The yes is to the line: a later version that holds it again needs no other.
      const draft = templateDraft({
        ...(await readTemplate(store, OWNER)),
        patterns: [patternDraft('go vet')],
        workflows: [],
        recoveries: [],
      })
      await saveTemplate(store, { ...OWNER, state: 'active', draft, now: app.now() + 1 })
      await refreshReady(store, { owner: 'sam', now: app.now() })
      await assertGiven([SHORT])
    })

    test('needs one yes for the lesson of the project and for its template, and a no takes it out of both', async (t) => {
      const { store, app, assertGiven } = await shop(t)
      const said = { text: LINT, kind: 'stated' as const, count: 3, evidence: [] }
      const lesson = ruleLesson(said, { repository: SHOP, owner: 'sam', of: 5, lastAt: app.now() })
      assert.ok(lesson !== undefined)
      assert.equal(lesson.id, await idOf(store, LINT))
      const decide = async (word: 'accepted' | 'refused'): Promise<void> => {
        await acceptedLessons(store, [lesson])
        // Of another project: mining this one finds no session, and would leave no lesson to decide about.
        await decideLessons(app, store, { project: '/home/sam/other', ids: [lesson.id], word })
      }
      await decide('accepted')
      await assertGiven([LINT])
      await decide('refused')
      await assertGiven([])
    })

    test('that a program wrote down itself is its own word; one that it read without a yes is not', async (t) => {
      const { store, app } = await shop(t)
      const warm = { app, store, close: async () => {}, [Symbol.asyncDispose]: async () => {} }
      const { conventions } = await readTemplate(store, OWNER)
      const own = { text: 'Use tabs.', kind: 'stated' as const, count: 1, evidence: [] }
      const saved = await saveGiven(warm, { name: 'mine', conventions: [own, ...conventions] })
      const said = new Map(saved.conventions.map(({ text, confirmed }) => [text, confirmed]))
      assert.deepEqual([said.get('Use tabs.'), said.get(LINT), said.get(SHORT)], [true, false, false])
    })
  })
