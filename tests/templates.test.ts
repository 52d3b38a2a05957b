import assert from 'node:assert/strict'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import * as v from 'valibot'
import { diff, history, list, show } from '../src/verbs/list/templates-operation.ts'
import { edit, promote, remove, retire, rollback } from '../src/verbs/edit/templates-change-operation.ts'
import { calls } from '../src/verbs/calls/operation.ts'
import { sync } from '../src/verbs/sync/operation.ts'
import { Template, TemplateList } from '../src/schema/listing/template.ts'
import { TemplateDiff } from '../src/schema/listing/template-diff.ts'
import { TemplateHistory } from '../src/verbs/history/shape.ts'
import type { TemplateDraft } from '../src/schema/template-draft.ts'
import { SOURCES } from '../src/sources/registry.ts'
import type { Connection, Row, Value } from '../src/store/connection.ts'
import { addExposure, setOutcome } from '../src/store/templates/exposure.ts'
import { openStore } from '../src/store/open.ts'
import { findTemplates } from '../src/store/templates/template.ts'
import { readTemplateUsage } from '../src/store/templates/usage.ts'
import { saveTemplate } from '../src/template/run.ts'
import { layOut } from './support/fixtures.ts'
import { bothEngines } from './support/engines.ts'
import { scratch, testApp } from './support/store.ts'
import { patternDraft, templateDraft } from './support/template-fixture.ts'

const ENGINES = bothEngines()

const NOW = Date.UTC(2026, 10, 15)
const sam = 'sam'
const APP = testApp('/nowhere', 'sqlite::memory:')

/** Saves as a build does, at one minute after another. */
const saved = (
  store: Connection,
  given: {
    name?: string
    owner?: string
    draft?: Partial<TemplateDraft>
    minute?: number
    state?: Template['state']
  } = {},
): Promise<Template> =>
  saveTemplate(store, {
    owner: given.owner ?? sam,
    name: given.name ?? 'shop-go',
    state: given.state ?? 'active',
    draft: templateDraft(given.draft),
    now: NOW + (given.minute ?? 0) * 60_000,
  })

const rows = async (store: Connection, table: string): Promise<number> =>
  (await store.all<{ n: number }>(`select count(*) as n from ${table}`))[0]?.n ?? 0

for (const { engine, address } of ENGINES) {
  suite(engine, () => {
    const opened = async (t: Parameters<typeof scratch>[0]): Promise<{ store: Connection; url: string }> => {
      const url = address(scratch(t))
      const store = await openStore(url)
      t.after(() => void store.close())
      return { store, url }
    }

    test('a template is saved, listed and shown as documented', async (t) => {
      const { store } = await opened(t)
      const made = await saved(store)
      assert.deepEqual(v.parse(Template, made), made)
      assert.deepEqual([made.version, made.isNew, made.state, made.patternCount], [1, true, 'active', 3])
      const shown = await show(store, { owner: sam, name: 'shop-go' })
      assert.deepEqual(shown, { ...made, isNew: false })
      const listed = await list(store, { owner: sam })
      assert.deepEqual(v.parse(TemplateList, listed), listed)
      assert.equal(listed.templates[0]?.hash, made.hash)
      assert.equal(listed.templates[0]?.reason, 'it was not used yet')
    })

    test('an unchanged build makes no new version, but its figures are brought up to date', async (t) => {
      const { store } = await opened(t)
      const first = await saved(store)
      const again = await saved(store, { minute: 1 })
      assert.deepEqual(again, { ...first, isNew: false })
      const grown = await saved(store, {
        minute: 2,
        draft: { patterns: templateDraft().patterns.map((each) => ({ ...each, support: 40 })), taskType: 'mixed' },
      })
      assert.deepEqual([grown.version, grown.isNew, grown.hash, grown.taskType], [1, false, first.hash, 'mixed'])
      const shown = await show(store, { owner: sam, name: 'shop-go' })
      assert.equal(shown.patterns[0]?.support, 40)
      assert.equal(shown.updatedAt, first.updatedAt)
      assert.equal(await rows(store, 'template_version'), 1)
      const other = await saved(store, { minute: 3, draft: { addendum: 'Use tabs.' } })
      assert.deepEqual([other.version, other.isNew], [2, true])
    })

    test('a template is found by name, id, hash and how they begin, at any version', async (t) => {
      const { store } = await opened(t)
      const first = await saved(store)
      const second = await saved(store, { minute: 1, draft: { addendum: 'Use tabs.' } })
      const words = ['shop-go', second.id, second.id.slice(0, 6), second.hash, second.hash.slice(0, 8).toUpperCase()]
      for (const name of words) assert.equal((await show(store, { owner: sam, name })).version, 2)
      for (const name of ['shop-go@1', 'shop-go@v1', `${second.id}@1`, first.hash.slice(0, 10)]) {
        const shown = await show(store, { owner: sam, name })
        assert.deepEqual([shown.version, shown.hash, shown.addendum], [1, first.hash, ''])
      }
      for (const name of ['shop', second.hash.slice(0, 3), `${second.hash}0`, 'zzzz'])
        await assert.rejects(show(store, { owner: sam, name }), { code: 'no-such-template' })
      await assert.rejects(show(store, { owner: sam, name: 'shop-go@7' }), { code: 'no-such-version' })
    })

    test('a hash that two templates share is answered with both, and nothing is deleted for it', async (t) => {
      const { store } = await opened(t)
      const { hash } = await saved(store, { name: 'one' })
      await saved(store, { name: 'two' })
      const ambiguous = { code: 'ambiguous', message: /one@1\n {2}two@1/ }
      await assert.rejects(show(store, { owner: sam, name: hash.slice(0, 6) }), ambiguous)
      await assert.rejects(remove(store, { owner: sam, name: hash.slice(0, 6) }), ambiguous)
      assert.equal(await rows(store, 'template'), 2)
    })

    test("somebody else's template is not found, not listed, not changed, and not told of", async (t) => {
      const { store } = await opened(t)
      const made = await saved(store, { owner: 'kim', name: 'secret-plan' })
      const refused = (work: Promise<unknown>) =>
        assert.rejects(work, (error: Error) => {
          assert.match(error.message, /^sam has no template/)
          return !/kim/.test(error.message)
        })
      for (const name of ['secret-plan', made.id, made.hash.slice(0, 8)]) {
        const words = { owner: sam, name, now: NOW }
        await refused(show(store, words))
        await refused(history(store, words))
        await refused(edit(APP, store, { ...words, edit: { addendum: 'x' } }))
        await refused(rollback(store, { ...words, version: 1 }))
        await refused(promote(store, words))
        await refused(retire(store, words))
        await refused(remove(store, words))
        await refused(diff(store, { owner: sam, from: name, to: name }))
      }
      assert.deepEqual(await list(store, { owner: sam }), { templates: [], damaged: [] })
      assert.deepEqual((await saved(store, { name: 'secret-plan' })).scope.owner, sam)
      assert.equal((await show(store, { owner: 'kim', name: 'secret-plan' })).id, made.id)
    })

    test('evidence leads to file and line, of calls of the same owner only', async (t) => {
      const { store, url } = await opened(t)
      const app = testApp(scratch(t), url)
      const [source] = SOURCES
      assert.ok(source)
      const root = join(scratch(t), 'history')
      await layOut(source, root)
      await sync(app, store, { targets: [{ source: source.name, path: root }], rebuild: false })
      const [call] = await Array.fromAsync(calls(store, {}))
      assert.ok(call !== undefined && call.owner === sam)
      const evidence = [
        { call: call.id, session: call.session },
        { call: 'feedfacefeedfacefeed', session: 'gone' },
      ]
      const patterns = [patternDraft('go test', { evidence })]
      const made = await saved(store, { draft: { patterns, workflows: [], recoveries: [] } })
      assert.deepEqual(made.patterns[0]?.evidence, [
        { ...evidence[0], file: call.origin.file, line: call.origin.line, block: call.origin.block },
        { ...evidence[1], file: null, line: null, block: null },
      ])
      const foreign = await saved(store, { owner: 'kim', draft: { patterns, workflows: [], recoveries: [] } })
      assert.equal(foreign.patterns[0]?.evidence[0]?.file, null)
    })

    test('nothing is saved when nothing was found, and what was there stays', async (t) => {
      const { store } = await opened(t)
      const nothing = { patterns: [], workflows: [], recoveries: [], conventions: [], addendum: ' ' }
      await assert.rejects(saved(store, { draft: nothing }), { code: 'nothing-found' })
      assert.equal(await rows(store, 'template'), 0)
      const alone = await saved(store, { draft: { ...nothing, addendum: 'Use tabs.' } })
      assert.deepEqual([alone.version, alone.patternCount], [1, 0])
      await assert.rejects(saved(store, { draft: nothing, minute: 1 }), { code: 'nothing-found' })
      await assert.rejects(saved(store, { name: '../../x' }), { code: 'usage' })
      assert.equal(await rows(store, 'template_version'), 1)
    })

    test('states: a build keeps that of a template, imports and proposals do not touch one in use', async (t) => {
      const { store } = await opened(t)
      await saved(store)
      assert.equal((await retire(store, { owner: sam, name: 'shop-go', now: NOW })).state, 'retired')
      assert.equal((await saved(store, { minute: 1, draft: { addendum: 'a' } })).state, 'retired')
      assert.equal((await promote(store, { owner: sam, name: 'shop-go', now: NOW })).summary.state, 'active')
      const imported = { state: 'quarantined', draft: { how: 'import', addendum: 'evil' } } as const
      await assert.rejects(saved(store, imported), { code: 'name-taken' })
      const proposed = { state: 'candidate', draft: { how: 'propose', addendum: 'b' } } as const
      await assert.rejects(saved(store, proposed), { code: 'name-taken' })
      assert.equal((await saved(store, { name: 'pack', ...imported })).state, 'quarantined')
      assert.equal((await saved(store, { name: 'idea', ...proposed })).state, 'candidate')
      assert.equal((await saved(store, { name: 'idea', ...proposed })).isNew, false)
      assert.equal((await promote(store, { owner: sam, name: 'pack', now: NOW })).summary.state, 'active')
    })

    test('lists are narrowed by type, tag, state and project', async (t) => {
      const { store } = await opened(t)
      await saved(store, { name: 'a' })
      await saved(store, { name: 'b', minute: 1, draft: { taskType: 'file' } })
      const scope = { ...templateDraft().scope, project: '/home/sam/depot' }
      await saved(store, { name: 'c', minute: 2, draft: { scope } })
      await edit(APP, store, { owner: sam, name: 'a', edit: { tags: ['Go', 'shop'] } })
      await retire(store, { owner: sam, name: 'b', now: NOW })
      const names = async (filter: object): Promise<string> =>
        (await list(store, { owner: sam, ...filter })).templates.map(({ name }) => name).join(' ')
      assert.equal(await names({}), 'c a b')
      assert.equal(await names({ taskType: 'file' }), 'b')
      assert.equal(await names({ tag: 'GO' }), 'a')
      assert.equal(await names({ state: 'retired' }), 'b')
      assert.equal(await names({ project: 'depot' }), 'c')
      assert.equal(await names({ project: '/home/sam/depot' }), 'c')
      assert.equal(await names({ project: 'epot' }), '')
    })

    test('every edit is a version, and the next build keeps to it', async (t) => {
      const { store } = await opened(t)
      await saved(store)
      const words = { owner: sam, name: 'shop-go', now: NOW + 1 }
      const change = { drop: ['go test'], description: 'the shop', taskType: 'mixed' } as const
      const changed = await edit(APP, store, { ...words, edit: change })
      assert.deepEqual([changed.version, changed.how, changed.madeBy, changed.isNew], [2, 'edit', 'person', true])
      assert.equal((await edit(APP, store, { ...words, edit: { description: 'the  shop ' } })).isNew, false)
      const rebuilt = await saved(store, { minute: 5 })
      assert.deepEqual([rebuilt.version, rebuilt.isNew, rebuilt.how], [2, false, 'edit'])
      const grown = await saved(store, {
        minute: 6,
        draft: { patterns: [...templateDraft().patterns, patternDraft('go run')] },
      })
      assert.deepEqual(
        grown.patterns.map(({ shape }) => shape),
        ['git status', 'make lint', 'go run'],
      )
      assert.deepEqual([grown.version, grown.description, grown.taskType], [3, 'the shop', 'mixed'])
      const past = await history(store, words)
      assert.deepEqual(v.parse(TemplateHistory, past), past)
      assert.deepEqual(
        past.versions.map(({ version, how, note, isCurrent }) => [version, how, note, isCurrent]),
        [
          [3, 'build', '', true],
          [2, 'edit', 'description, task type, dropped 1', false],
          [1, 'build', '', false],
        ],
      )
    })

    test('what a person writes is redacted like what was found, values of the environment included', async (t) => {
      const { store } = await opened(t)
      await saved(store)
      const value = 'q7Rz-91-mauve-heron-Kd83'
      const app = { ...APP, place: { ...APP.place, env: { SHOP_API_KEY: value } } }
      const change = { addendum: `Log in with ${value}.`, description: `with ${value}` }
      const made = await edit(app, store, { owner: sam, name: 'shop-go', edit: change })
      assert.ok(!JSON.stringify(made).includes(value))
      assert.match(made.addendum, /^Log in with <SECRET:[^>]+>\.$/)
      assert.ok(made.redactions.some(({ kind, count }) => kind !== 'home' && count > 0))
    })

    test('an edit that would leave nothing, or fits nothing, changes nothing', async (t) => {
      const { store } = await opened(t)
      await saved(store, {
        draft: { workflows: [], recoveries: [], conventions: [], patterns: [patternDraft('go test')] },
      })
      const words = { owner: sam, name: 'shop-go', now: NOW }
      await assert.rejects(edit(APP, store, { ...words, edit: { drop: ['go test'] } }), { code: 'nothing-left' })
      await assert.rejects(edit(APP, store, { ...words, edit: { drop: ['nope'] } }), { code: 'no-such-pattern' })
      await assert.rejects(edit(APP, store, { ...words, name: 'shop-go@1', edit: { drop: [] } }), { code: 'usage' })
      assert.equal((await show(store, words)).version, 1)
    })

    test('a rollback is a new version with the old content, and versions can be compared', async (t) => {
      const { store } = await opened(t)
      const first = await saved(store)
      await saved(store, { minute: 1, draft: { addendum: 'Use tabs.', patterns: [patternDraft('go run')] } })
      const words = { owner: sam, name: 'shop-go', now: NOW + 2 }
      const found = await diff(store, { owner: sam, from: 'shop-go@1', to: 'shop-go@2' })
      assert.deepEqual(v.parse(TemplateDiff, found), found)
      assert.deepEqual([found.patterns.added.length, found.patterns.removed.length], [1, 3])
      const back = await rollback(store, { ...words, version: 1 })
      assert.deepEqual([back.version, back.how, back.hash, back.isNew], [3, 'rollback', first.hash, true])
      assert.equal((await rollback(store, { ...words, version: 1 })).isNew, false)
      assert.equal((await rollback(store, { ...words, version: 3 })).version, 3)
      assert.ok((await diff(store, { owner: sam, from: 'shop-go@1', to: 'shop-go' })).isSame)
      await assert.rejects(rollback(store, { ...words, version: 9 }), { code: 'no-such-version' })
    })

    test('the ledger counts uses and outcomes, of one owner, and outlives the template', async (t) => {
      const { store } = await opened(t)
      const { id, hash } = await saved(store)
      const given = { templateId: id, version: 1, hash, at: NOW, how: 'load', format: 'text', dose: 3, seen: ['a'] }
      const ids: string[] = []
      for (let use = 0; use < 5; use++) ids.push(await addExposure(store, sam, given))
      assert.equal(new Set(ids).size, 5)
      const outcomeOf = (index: number, outcome: 'ok' | 'failed', owner = sam) =>
        setOutcome(store, owner, { id: ids[index] ?? '', outcome, by: 'person', at: NOW })
      assert.equal(await outcomeOf(0, 'ok', 'kim'), 0)
      for (const [index, outcome] of (['ok', 'failed', 'ok', 'ok', 'ok'] as const).entries())
        assert.equal(await outcomeOf(index, outcome), 1)
      const shown = await show(store, { owner: sam, name: 'shop-go' })
      const lastUsedAt = new Date(NOW).toISOString()
      assert.deepEqual(shown.usage, { uses: 5, outcomes: 5, lastUsedAt, returned: 0, agentErrors: null })
      assert.deepEqual([shown.success?.rate, shown.success?.n], [0.8, 5])
      assert.deepEqual((await list(store, { owner: sam })).templates[0]?.success, shown.success)
      assert.equal((await readTemplateUsage(store, 'kim')).size, 0)
      const gone = await remove(store, { owner: sam, name: 'shop-go' })
      assert.deepEqual([gone.versions, gone.uses, await rows(store, 'template_version')], [1, 5, 0])
      assert.equal((await readTemplateUsage(store, sam, id)).get(id)?.uses, 5)
      assert.equal((await saved(store, { minute: 9 })).usage.uses, 0)
    })

    const DAMAGES: [what: string, sql: string, code: string, problem: RegExp][] = [
      ['content', "update template_version set content = '{}'", 'template-damaged', /hash stands for/],
      ['figures', "update template_version set about = 'x'", 'template-damaged', /known about it/],
      ['tags', "update template_version set tags = '7'", 'template-damaged', /tags/],
      ['its version', 'delete from template_version', 'template-damaged', /missing from the store/],
    ]
    for (const [what, sql, code, problem] of DAMAGES) {
      test(`a template whose ${what} is damaged is reported alone, can be built anew, and others work`, async (t) => {
        const { store } = await opened(t)
        const broken = await saved(store, { name: 'broken' })
        await saved(store, { name: 'whole' })
        await store.run(`${sql} where template_id = ?`, [broken.id])
        if (what === 'tags') await store.run("update template set tags = '7' where id = ?", [broken.id])
        await assert.rejects(show(store, { owner: sam, name: 'broken' }), { code, message: problem })
        await assert.rejects(promote(store, { owner: sam, name: 'broken', now: NOW }), { code })
        assert.equal((await show(store, { owner: sam, name: 'whole' })).version, 1)
        const listed = await list(store, { owner: sam })
        assert.deepEqual(
          [listed.templates.map(({ name }) => name), listed.damaged.map(({ name }) => name)],
          [['whole'], ['broken']],
        )
        assert.match(listed.damaged[0]?.problem ?? '', problem)
        const anew = await saved(store, { name: 'broken', minute: 1 })
        assert.deepEqual([anew.version, anew.hash], [2, broken.hash])
        assert.equal((await list(store, { owner: sam })).damaged.length, 0)
        assert.equal((await remove(store, { owner: sam, name: 'broken' })).name, 'broken')
      })
    }

    test('a damaged version is no hindrance for going back to a whole one', async (t) => {
      const { store } = await opened(t)
      const first = await saved(store)
      await saved(store, { minute: 1, draft: { addendum: 'Use tabs.' } })
      await store.run("update template_version set content = '{' where version = 2")
      const words = { owner: sam, name: 'shop-go', now: NOW }
      const past = await history(store, words)
      assert.deepEqual(v.parse(TemplateHistory, past), past)
      assert.deepEqual(
        past.versions.map(({ problem }) => problem === null),
        [false, true],
      )
      await assert.rejects(rollback(store, { ...words, version: 2 }), { code: 'template-damaged' })
      assert.equal((await rollback(store, { ...words, version: 1 })).hash, first.hash)
    })

    test('two processes that save at once get a version each, and the same content one', async (t) => {
      const { store, url } = await opened(t)
      const second = await openStore(url)
      t.after(() => void second.close())
      const both = [store, second]
      const made = await Promise.all(
        Array.from({ length: 8 }, (_, index) => {
          const one = both[index % 2] ?? store
          return saved(one, { minute: index, draft: { addendum: `note ${index}` } })
        }),
      )
      assert.deepEqual(
        made.map(({ version }) => version).toSorted((a, b) => a - b),
        [1, 2, 3, 4, 5, 6, 7, 8],
      )
      const same = await Promise.all(both.map((one) => saved(one, { name: 'other' })))
      assert.equal(same.filter(({ isNew }) => isNew).length, 1)
      assert.deepEqual([await rows(store, 'template'), await rows(store, 'template_version')], [2, 9])
    })
  })
}

test('finding a template among thousands is a lookup in an index, whatever it is found by', async (t) => {
  const store = await openStore(`sqlite:${join(scratch(t), 'store.db')}`)
  t.after(() => void store.close())
  await saved(store)
  const asked: [sql: string, values: readonly Value[]][] = []
  const watched: Connection = {
    ...store,
    all: <R extends Row>(sql: string, values: readonly Value[] = []) => {
      asked.push([sql, values])
      return store.all<R>(sql, values)
    },
  }
  await findTemplates(watched, sam, 'shop-go')
  await findTemplates(watched, sam, 'beefbeefbeef')
  assert.equal(asked.length, 4)
  for (const [sql, values] of asked) {
    const plan = await store.all<{ detail: string }>(`explain query plan ${sql}`, values)
    const tables = plan.map(({ detail }) => detail).filter((detail) => /^(?:SCAN|SEARCH) template/.test(detail))
    assert.ok(tables.length > 0)
    // By the owner alone would be all of somebody's templates.
    assert.deepEqual(
      tables.filter((detail) => detail.startsWith('SCAN') || detail.endsWith('(owner=?)')),
      [],
    )
  }
})
