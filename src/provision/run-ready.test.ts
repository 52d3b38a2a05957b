import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { bash, START, writeHistory } from '../../tests/support/mined-history.ts'
import { startPostgres } from '../../tests/support/postgres.ts'
import { scratch } from '../../tests/support/store.ts'
import { patternDraft, recoveryDraft, templateDraft } from '../../tests/support/template-fixture.ts'
import type { TemplateDraft } from '../schema/template-draft.ts'
import { START_TOKENS } from '../schema/ready.ts'
import type { Connection } from '../store/connection.ts'
import { openStore } from '../store/open.ts'
import { readyHints, readySeed, readyTermRows } from '../store/templates/ready.ts'
import { heardCalls, heardMessages, heardSessions, readyWork, replaceReady } from '../store/templates/ready-work.ts'
import { deleteTemplate, setTemplateState } from '../store/templates/template.ts'
import { saveTemplate } from '../template/run.ts'
import { hintKeys } from './hint-key.ts'
import { refreshReady } from './run-ready.ts'
import { relevantTemplates } from './run-relevance.ts'

let postgres: Awaited<ReturnType<typeof startPostgres>>
before(async () => {
  postgres = await startPostgres()
})
after(() => postgres.stop())

const NOW = Date.UTC(2026, 2, 20)
const EXPIRED = Date.UTC(2026, 3, 20)
const ERROR = 'package <name> is not in std'

let schemas = 0
const ENGINES = [
  { engine: 'sqlite', address: (directory: string) => `sqlite:${join(directory, 'store.db')}` },
  { engine: 'postgres', address: () => postgres.url(`ready_${++schemas}`) },
] as const

const save = (
  store: Connection,
  name: string,
  { owner = 'sam', ...draft }: Partial<TemplateDraft> & { owner?: string } = {},
) =>
  saveTemplate(store, {
    owner,
    name,
    now: NOW,
    state: 'active',
    draft: templateDraft({
      ...draft,
      scope: { owner, project: `/home/${owner}/${name}`, source: null, platform: null, model: null },
    }),
  })

const rowsIn = async (store: Connection, table: string): Promise<number | undefined> =>
  (await store.all<{ n: number }>(`select count(*) as n from ${table}`))[0]?.n

for (const { engine, address } of ENGINES) {
  suite(engine, () => {
    const opened = async (t: Parameters<typeof scratch>[0]): Promise<Connection> => {
      const store = await openStore(address(scratch(t)))
      t.after(() => void store.close())
      return store
    }
    const named = async (store: Connection, text: string, owner = 'sam'): Promise<string | undefined> =>
      (await relevantTemplates(store, { owner, text })).find(({ passes }) => passes)?.name

    test('a template is made ready once, and again when it changed', async (t) => {
      const store = await opened(t)
      const first = await save(store, 'moonfarm')
      assert.equal(await refreshReady(store, { owner: 'sam', now: NOW }), 1)
      assert.equal(await refreshReady(store, { owner: 'sam', now: NOW }), 0)
      const seed = await readySeed(store, 'sam', { templateId: first.id, now: NOW })
      assert.equal(seed?.version, 1)
      assert.match(seed?.text ?? '', /go test/)
      const ids = [...first.patterns, ...first.recoveries].map(({ id }) => id)
      assert.ok(seed !== undefined && seed.seen.length > 0 && seed.seen.every((id) => ids.includes(id)))
      assert.equal(seed.dose, seed.seen.filter((id) => first.patterns.some((pattern) => pattern.id === id)).length)
      assert.ok(seed.tokens <= START_TOKENS, String(seed.tokens))
      await save(store, 'moonfarm', { patterns: [patternDraft('cargo check')] })
      assert.equal(
        await readySeed(store, 'sam', { templateId: first.id, now: NOW }),
        undefined,
        'not of an old version',
      )
      assert.deepEqual(await relevantTemplates(store, { owner: 'sam', text: 'moonfarm' }), [])
      assert.equal(await refreshReady(store, { now: NOW }), 1)
      assert.match((await readySeed(store, 'sam', { templateId: first.id, now: NOW }))?.text ?? '', /cargo check/)
    })

    test('recoveries that have expired are in neither text nor hint', async (t) => {
      const store = await opened(t)
      const { id } = await save(store, 'moonfarm')
      await refreshReady(store, { now: NOW })
      const keys = hintKeys('Bash', ERROR)
      const at = async (now: number) => ({
        seed: await readySeed(store, 'sam', { templateId: id, now }),
        hints: await readyHints(store, 'sam', { keys, now }),
      })
      const today = await at(NOW)
      assert.match(today.seed?.text ?? '', /Errors met before/)
      assert.equal(today.hints.length, 1)
      assert.match(today.hints[0]?.text ?? '', /3 earlier sessions[\s\S]+go test cart[\s\S]+go test \.\/cart/)
      assert.ok((today.hints[0]?.text.length ?? 0) <= 600)
      const later = await at(EXPIRED)
      assert.doesNotMatch(later.seed?.text ?? '', /Errors met before/)
      assert.match(later.seed?.text ?? '', /go test/)
      assert.ok((later.seed?.tokens ?? 0) < (today.seed?.tokens ?? 0))
      assert.deepEqual(later.hints, [])
    })

    test('hints of the own project come first, then those that helped more', async (t) => {
      const store = await opened(t)
      const recoveries = (support: number) => ({ recoveries: [recoveryDraft(ERROR, { support })] })
      const shop = await save(store, 'shop', recoveries(2))
      const farm = await save(store, 'farm', recoveries(9))
      await save(store, 'hers', { owner: 'eve', ...recoveries(99) })
      await refreshReady(store, { now: NOW })
      const ids = async (project?: string) =>
        (await readyHints(store, 'sam', { keys: hintKeys('shell', ERROR), project, now: NOW })).map(
          ({ templateId }) => templateId,
        )
      assert.deepEqual(await ids(), [farm.id, shop.id])
      assert.deepEqual(await ids('/home/sam/shop'), [shop.id, farm.id])
      await setTemplateState(store, 'sam', { id: farm.id, state: 'retired', at: NOW })
      assert.deepEqual(await ids(), [shop.id], 'of active templates alone, before anything was made anew')
    })

    test('nothing is left of a template that is retired or gone', async (t) => {
      const store = await opened(t)
      const retired = await save(store, 'moonfarm')
      const gone = await save(store, 'tidewater')
      await refreshReady(store, { now: NOW })
      await setTemplateState(store, 'sam', { id: retired.id, state: 'retired', at: NOW })
      assert.equal(await named(store, 'moonfarm'), undefined)
      await deleteTemplate(store, 'sam', gone)
      assert.equal(await named(store, 'tidewater'), undefined)
      assert.equal(await refreshReady(store, { owner: 'sam', now: NOW }), 2)
      for (const table of ['ready', 'ready_term', 'ready_hint']) assert.equal(await rowsIn(store, table), 0)
      assert.equal(await refreshReady(store, { now: NOW }), 0)
      await setTemplateState(store, 'sam', { id: retired.id, state: 'active', at: NOW })
      assert.equal(await refreshReady(store, { now: NOW }), 1)
      assert.equal(await named(store, 'moonfarm'), 'moonfarm')
    })

    test("one owner's words are nothing to another", async (t) => {
      const store = await opened(t)
      await writeHistory(store, [
        {
          id: 'session-1',
          owner: 'eve',
          project: '/home/eve/moonfarm',
          calls: [bash('ls', { asked: 'saxophone quartet' })],
        },
        {
          id: 'session-2',
          owner: 'sam',
          project: '/home/sam/moonfarm',
          calls: [bash('ls', { asked: 'regolith tiles' })],
        },
      ])
      await save(store, 'moonfarm', { sourceSessions: ['session-1', 'session-2'] })
      await save(store, 'hers', { owner: 'eve', sourceSessions: ['session-1', 'session-2'] })
      assert.equal(await refreshReady(store, { owner: 'sam', now: NOW }), 1)
      assert.equal(await named(store, 'saxophone quartet', 'eve'), undefined)
      assert.equal(await refreshReady(store, { now: NOW }), 1)
      assert.equal(await named(store, 'regolith tiles'), 'moonfarm')
      assert.equal(await named(store, 'saxophone quartet'), undefined)
      assert.equal(await named(store, 'saxophone quartet', 'eve'), 'hers')
      assert.equal(await named(store, 'regolith tiles', 'eve'), undefined)
      // Each question by itself, so that no wall stands only because of another.
      const heard = await heardSessions(store, 'sam', {
        nativeIds: ['session-1', 'session-2'],
        project: 'moonfarm',
        most: 9,
      })
      assert.deepEqual(
        heard.map(({ id }) => id),
        ['session-2'],
      )
      assert.deepEqual(await heardMessages(store, 'sam', { session: 'session-1', most: 9 }), [])
      assert.deepEqual(await heardCalls(store, 'sam', { session: 'session-1', most: 9 }), [])
      const owners = new Set(
        (await readyTermRows(store, 'sam', ['saxophon', 'regolith', 'til'])).map(({ term }) => term),
      )
      assert.deepEqual([...owners], ['regolith'])
    })

    test('rows of a template that has changed meanwhile are not written', async (t) => {
      const store = await opened(t)
      const { id } = await save(store, 'moonfarm')
      const [work] = await readyWork(store, { owner: 'sam', madeBy: 'some@1' })
      assert.equal(work?.id, id)
      await save(store, 'moonfarm', { patterns: [patternDraft('cargo check')] })
      const text = { text: 'old', seen: [], dose: 1, tokens: 1 }
      const rows = { version: 1, madeBy: 'some@1', now: text, later: text, expiresAt: null, terms: [], hints: [] }
      assert.ok(work !== undefined)
      assert.equal(await store.transaction((transaction) => replaceReady(transaction, work, rows)), false)
      assert.equal(await rowsIn(store, 'ready'), 0)
    })

    test('a template that cannot be read is left out, and the others are made ready', async (t) => {
      const store = await opened(t)
      const broken = await save(store, 'aardvark')
      await save(store, 'moonfarm')
      await store.run('update template_version set content = ? where template_id = ?', ['{}', broken.id])
      await refreshReady(store, { now: NOW })
      assert.equal(await named(store, 'aardvark'), undefined)
      assert.equal(await named(store, 'moonfarm'), 'moonfarm')
    })

    test('a template that has nothing to give now is not tried again and never named', async (t) => {
      const store = await opened(t)
      const nothing = { patterns: [], workflows: [], conventions: [], userPatterns: null, toolRates: [] }
      const { id } = await save(store, 'moonfarm', nothing)
      assert.equal(await refreshReady(store, { now: EXPIRED }), 1)
      assert.equal(await refreshReady(store, { now: EXPIRED }), 0)
      assert.equal(await readySeed(store, 'sam', { templateId: id, now: EXPIRED }), undefined)
      assert.equal(await named(store, 'moonfarm'), undefined)
    })

    test('a task type restricts; what nobody has given one fits all', async (t) => {
      const store = await opened(t)
      await save(store, 'moonfarm', { taskType: 'code' })
      await save(store, 'tidewater', { taskType: null })
      await refreshReady(store, { now: NOW })
      const names = async (taskType: string) =>
        (await relevantTemplates(store, { owner: 'sam', text: 'moonfarm tidewater', taskType })).map(({ name }) => name)
      assert.deepEqual((await names('code')).toSorted(), ['moonfarm', 'tidewater'])
      assert.deepEqual(await names('research'), ['tidewater'])
    })

    test('several at the same moment leave the same rows', async (t) => {
      const store = await opened(t)
      for (const name of ['moonfarm', 'tidewater', 'aardvark']) await save(store, name)
      await Promise.all([1, 2, 3].map(() => refreshReady(store, { now: NOW })))
      assert.equal(await refreshReady(store, { now: NOW }), 0)
      assert.equal(await rowsIn(store, 'ready'), 3)
      assert.equal(await named(store, 'tidewater'), 'tidewater')
    })

    test('words of the sessions behind a template find it, up to the newest', async (t) => {
      const store = await opened(t)
      await writeHistory(store, [
        {
          id: 'a',
          project: '/home/sam/moonfarm',
          startedAt: START,
          calls: [bash('godot --headless', { asked: 'the regolith flickers' })],
        },
        { id: 'b', project: '/home/sam/other', startedAt: START, calls: [bash('ls', { asked: 'zeppelin hangar' })] },
      ])
      await save(store, 'moonfarm', { sourceSessions: [] })
      await refreshReady(store, { now: NOW })
      assert.equal(await named(store, 'why is the regolith so dark'), 'moonfarm')
      assert.equal(await named(store, 'run godot headless'), 'moonfarm')
      assert.equal(await named(store, 'zeppelin hangar'), undefined)
    })

    test('what calls were given and gave back finds a template, but not the names of arguments', async (t) => {
      const store = await opened(t)
      const edit = {
        tool: 'Edit',
        args: { file_path: 'src/a.ts', old_string: 'one\nzeppelinHangar', wobblyArgument: 'x' },
        result: 'class RegolithMeter',
      }
      await writeHistory(store, [{ id: 'a', project: '/home/sam/moonfarm', startedAt: START, calls: [edit, edit] }])
      await save(store, 'moonfarm', { sourceSessions: [] })
      await refreshReady(store, { now: NOW })
      const found = await readyTermRows(store, 'sam', ['zeppelinhangar', 'hangar', 'regolith', 'wobbly', 'nzeppelin'])
      const weights = new Map(found.map(({ term, weight }) => [term, weight]))
      assert.deepEqual([...weights.keys()].toSorted(), ['hangar', 'regolith', 'zeppelinhangar'])
      assert.ok((weights.get('hangar') ?? 0) > (weights.get('regolith') ?? 1), 'what was written says more')
    })
  })
}
