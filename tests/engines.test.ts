import assert from 'node:assert/strict'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import type { App } from '../src/app.ts'
import { build } from '../src/verbs/build/operation.ts'
import { calls } from '../src/verbs/calls/operation.ts'
import { explainTemplate } from '../src/verbs/explain/template-operation.ts'
import { extract } from '../src/verbs/extract/operation.ts'
import { loadSeed } from '../src/verbs/load/operation.ts'
import { overrule } from '../src/verbs/outcome/operation.ts'
import { propose } from '../src/verbs/propose/operation.ts'
import { sessions } from '../src/verbs/sessions/operation.ts'
import { sync } from '../src/verbs/sync/operation.ts'
import { diff, history, list, show } from '../src/verbs/list/templates-operation.ts'
import { edit, remove, rollback } from '../src/verbs/edit/templates-change-operation.ts'
import { FORMATS } from '../src/provision/formats.ts'
import { generateSample } from '../src/sample/generate.ts'
import { SEED_ID_PREFIX } from '../src/schema/seed.ts'
import { SOURCES } from '../src/sources/registry.ts'
import type { Connection } from '../src/store/connection.ts'
import {
  harvestsOf,
  lineageOf,
  minedCalls,
  minedSessions,
  readSessionCalls,
  turnsBefore,
} from '../src/store/derived/harvest.ts'
import { mine } from '../src/mine/run.ts'
import { bash, type MadeSession, START, writeHistory } from './support/mined-history.ts'
import { openStore } from '../src/store/open.ts'
import { ISSUE } from '../src/store/tables.ts'
import { layOut } from './support/fixtures.ts'
import { bothEngines } from './support/engines.ts'
import { contentOf, scratch, testApp } from './support/store.ts'

const ENGINES = bothEngines()

type TestContext = Parameters<typeof scratch>[0]

for (const { engine, address } of ENGINES) {
  suite(engine, () => {
    const opened = async (t: TestContext): Promise<{ store: Connection; url: string }> => {
      const url = address(scratch(t))
      const store = await openStore(url)
      t.after(() => void store.close())
      return { store, url }
    }

    test('sessions and their calls are listed by the time at which the session began', async (t) => {
      const { store } = await opened(t)
      const app = testApp(scratch(t))
      generateSample(join(app.home, 'history'), { seed: 21, sessions: 30 })
      await sync(app, store, { targets: [{ path: join(app.home, 'history') }], rebuild: false })
      const all = await Array.fromAsync(sessions(store, {}))
      const began = all
        .flatMap(({ startedAt }) => (startedAt === null ? [] : [Date.parse(startedAt)]))
        .toSorted((one, other) => one - other)
      const [since = 0, until = 0] = [began[5], began[20]]
      const fits = ({ startedAt }: { startedAt: string | null }): boolean =>
        startedAt !== null && Date.parse(startedAt) >= since && Date.parse(startedAt) < until
      const wanted = all.filter(fits)
      assert.ok(wanted.length > 0 && wanted.length < all.length)
      assert.deepEqual(await Array.fromAsync(sessions(store, { since, until })), wanted)
      const listed = await Array.fromAsync(calls(store, { since, until }))
      const names = new Set(wanted.map(({ session }) => session))
      assert.deepEqual(
        listed,
        (await Array.fromAsync(calls(store, {}))).filter(({ session }) => names.has(session)),
      )
      const starts = listed.map(({ session }) =>
        Date.parse(all.find((each) => each.session === session)?.startedAt ?? ''),
      )
      assert.deepEqual(
        starts,
        starts.toSorted((one, other) => other - one),
      )
    })

    test('a new store is ready, and opening it again changes nothing', async (t) => {
      const { store, url } = await opened(t)
      assert.equal(store.engine.name, engine)
      const again = await openStore(url)
      assert.deepEqual(
        await again.all('select id from migration order by id'),
        await store.all('select id from migration order by id'),
      )
      await again.close()
    })

    test('several processes may open a new store at the same moment', async (t) => {
      const url = address(scratch(t))
      const stores = await Promise.all([1, 2, 3, 4].map(() => openStore(url)))
      for (const store of stores) {
        assert.deepEqual(await store.all('select id, count(*) as n from migration group by id having count(*) > 1'), [])
        await store.close()
      }
    })

    test('a store of a newer version is refused with a word on what to do', async (t) => {
      const { store, url } = await opened(t)
      await store.run('insert into migration (id) values (?)', [99])
      await assert.rejects(openStore(url), { code: 'store-newer', hint: /update warmstart/ })
    })

    test('a transaction that fails leaves nothing behind', async (t) => {
      const { store } = await opened(t)
      const failing = store.transaction(async (transaction) => {
        await transaction.run('insert into meta (key, value) values (?, ?)', ['a', 'b'])
        throw new Error('on purpose')
      })
      await assert.rejects(failing, /on purpose/)
      assert.deepEqual(await store.all('select * from meta'), [])
    })

    test('insertNew says which rows were there already, twins within one batch included', async (t) => {
      const { store } = await opened(t)
      const rows = [
        ['f', 1, 'a', 'x'],
        ['f', 2, 'a', 'x'],
      ]
      assert.deepEqual(await store.insertNew(ISSUE, rows), [])
      assert.deepEqual(await store.insertNew(ISSUE, [['f', 3, 'a', 'x'], ...rows, ['f', 3, 'a', 'y']]), [1, 2, 3])
    })

    test('text sorts by code point, and what one engine refuses comes back the same from both', async (t) => {
      const { store } = await opened(t)
      for (const key of ['b', 'B', 'a', 'Z', 'é', '_', '10', '9'])
        await store.run('insert into meta (key, value) values (?, ?)', [key, '😀'])
      const keys = (await store.all<{ key: string }>('select key from meta order by key')).map((row) => row.key)
      assert.deepEqual(keys, ['10', '9', 'B', 'Z', '_', 'a', 'b', 'é'])
    })

    test('rows can be read one by one while others are written', async (t) => {
      const { store } = await opened(t)
      await store.insertNew(
        ISSUE,
        Array.from({ length: 5_000 }, (_, line) => ['f', line, 'code', 'words']),
      )
      let sum = 0
      for await (const row of store.each<{ line: number }>('select line from issue order by line')) sum += row.line
      assert.equal(sum, (4_999 * 5_000) / 2)
    })

    test("a person's word stands above every rule and survives a rebuild", async (t) => {
      const { store, url } = await opened(t)
      const app = testApp(scratch(t), url)
      const root = join(scratch(t), 'history')
      const [source] = SOURCES
      assert.ok(source)
      await layOut(source, root)
      const targets = [{ source: source.name, path: root }]
      await sync(app, store, { targets, rebuild: false })
      const before = (await contentOf(app, store)).calls
      const failed = before.find((call) => call.outcome === 'error')
      assert.ok(failed)
      const changed = await overrule(app, store, { call: failed.id.slice(0, 12), outcome: 'ok', note: 'meant to fail' })
      assert.deepEqual(
        [changed.outcome, changed.cause, changed.rung, changed.evidence],
        ['ok', null, 'person', 'meant to fail'],
      )
      const report = await sync(app, store, { targets, rebuild: true })
      const after = (await contentOf(app, store)).calls.find((call) => call.id === failed.id)
      assert.equal(after?.rung, 'person')
      assert.equal(report.totals.error, before.filter((call) => call.outcome === 'error').length - 1)
      const reset = await overrule(app, store, { call: failed.id, outcome: 'reset' })
      assert.deepEqual([reset.outcome, reset.rule], [failed.outcome, failed.rule])
      await assert.rejects(overrule(app, store, { call: failed.id, outcome: 'reset' }), { code: 'nothing-to-reset' })
    })
  })
}

for (const { engine, address } of ENGINES) {
  test(`${engine}: calls as an older version named them give way to those of this one, and a person's word moves along`, async (t) => {
    const app = testApp(scratch(t), address(scratch(t)))
    const root = join(scratch(t), 'history')
    const [source] = SOURCES
    assert.ok(source)
    await layOut(source, root)
    const targets = [{ source: source.name, path: root }]
    const store = await openStore(app.storeAddress)
    t.after(() => void store.close())
    const first = await sync(app, store, { targets, rebuild: false })
    const before = await contentOf(app, store)
    const failed = before.calls.find((call) => call.outcome === 'error')
    assert.ok(failed)
    await overrule(app, store, { call: failed.id, outcome: 'ok' })
    await store.run("update overrule set call_id = 'f' || substr(call_id, 2)")
    await store.run(
      "update call set id = 'f' || substr(id, 2), copy_of = case when copy_of is null then null else 'f' || substr(copy_of, 2) end",
    )
    await store.run("update file set version = 'older'")
    const later = { ...app, now: () => app.now() + 60_000 }
    const second = await sync(later, store, { targets, rebuild: false })
    const after = await contentOf(app, store)
    assert.equal(second.totals.calls, first.totals.calls)
    assert.deepEqual(
      after.calls.map((call) => call.id),
      before.calls.map((call) => call.id),
    )
    assert.equal(after.calls.find((call) => call.id === failed.id)?.rung, 'person')
    assert.equal(after.compactions, before.compactions)
  })

  test(`${engine}: machines that read copies of one history at the same moment count every call once`, async (t) => {
    const url = address(scratch(t))
    const root = scratch(t)
    generateSample(root, { seed: 21, sessions: 30 })
    const alone = testApp(scratch(t))
    const single = await openStore(alone.storeAddress)
    const expected = (await sync(alone, single, { targets: [{ path: root }], rebuild: false })).totals
    await single.close()
    const runs = ['one', 'two', 'three'].map(async (machine) => {
      const store = await openStore(url)
      try {
        await sync({ ...testApp(root, url), machine }, store, { targets: [{ path: root }], rebuild: false })
      } finally {
        await store.close()
      }
    })
    await Promise.all(runs)
    const store = await openStore(url)
    const { calls, sessions } = await contentOf(testApp(root, url), store)
    await store.close()
    assert.equal(calls.length, expected.calls)
    assert.equal(
      sessions.reduce((sum, session) => sum + session.calls, 0),
      expected.calls,
    )
  })
}

test('both engines hold the same facts of the same history', async (t) => {
  const root = scratch(t)
  for (const source of SOURCES) await layOut(source, join(root, source.name))
  const targets = SOURCES.map((source) => ({ source: source.name, path: join(root, source.name) }))
  const contents = []
  for (const { address } of ENGINES) {
    const app = testApp(scratch(t), address(scratch(t)))
    const store = await openStore(app.storeAddress)
    await sync(app, store, { targets, rebuild: false })
    await sync(app, store, { targets, rebuild: true })
    contents.push(await contentOf(app, store))
    await store.close()
  }
  assert.ok((contents[0]?.calls.length ?? 0) > 100)
  assert.deepEqual(JSON.parse(JSON.stringify(contents[1])), JSON.parse(JSON.stringify(contents[0])))
})

test('a PostgreSQL that does not answer, or an address that is none, is said in a sentence', async () => {
  await assert.rejects(openStore('postgres://nobody@127.0.0.1:9/none'), { code: 'store-unreachable' })
  await assert.rejects(openStore('mysql://x:secret@y/z'), (error: Error) => !error.message.includes('secret'))
  await assert.rejects(openStore('sqlite:'), { code: 'store-url' })
  await assert.rejects(openStore('postgres://nobody@127.0.0.1:9/none?schema=%22%3B%20drop%20table%20x'), {
    code: 'store-url',
  })
})

const LINT = bash('mise run lint', { asked: 'Please run the linter', result: 'no problems' })
const MADE: MadeSession[] = [
  { id: 'a', calls: [LINT, bash('npm run check -- --grep "Fix the cart"')] },
  { id: 'b', calls: [LINT, bash('npm run check -- --grep "Fix the order"')], parentSession: 'z', parentKind: 'branch' },
  { id: 'x', calls: [LINT], owner: 'telegram:eve', parentSession: 'y', parentKind: 'compression' },
]

test('both engines mine the same, and nothing of another owner', async (t) => {
  const mined = []
  for (const { address } of ENGINES) {
    const store = await openStore(address(scratch(t)))
    await writeHistory(store, MADE)
    mined.push(await mine(store, { owner: 'sam', now: START }))
    const eve = { owner: 'telegram:eve', ids: ['a', 'b', 'x'] }
    const until = START * 2
    assert.deepEqual(
      (await minedSessions(store, eve)).map((row) => row.id),
      ['x'],
    )
    assert.deepEqual(
      (await harvestsOf(store, eve)).map((row) => row.session_id),
      ['x'],
    )
    assert.deepEqual(
      (await readSessionCalls(store, { ...eve, until })).map((row) => row.session_id),
      ['x'],
    )
    assert.deepEqual([...(await turnsBefore(store, { ...eve, until })).keys()], ['x'])
    assert.deepEqual(
      (await minedCalls(store, { ...eve, ids: ['a-0000', 'b-0001', 'x-0000'] })).map((row) => row.id),
      ['x-0000'],
    )
    assert.deepEqual(
      (await lineageOf(store, 'telegram:eve')).map((row) => row.native_id),
      ['x'],
    )
    await store.close()
  }
  assert.deepEqual(
    mined[0]?.patterns.map(({ shape, support }) => [shape, support]),
    [
      ['mise run lint', 2],
      ['npm run check', 2],
    ],
  )
  assert.equal(mined[0]?.patterns[0]?.intent, 'Check the style')
  assert.deepEqual(mined[1], mined[0])
})

/** Everything that can be asked about templates, in the order in which a person would. */
const templateAnswers = async (app: App, store: Connection): Promise<unknown[]> => {
  const words = { owner: app.owner, name: 'shop' }
  const [session] = await Array.fromAsync(sessions(store, {}))
  const built = await build(app, store, { name: 'shop' })
  const answers: unknown[] = [
    built,
    await build(app, store, { name: 'shop' }),
    await build(app, store, { name: 'shop', addendum: 'Use tabs.', tags: ['Go', 'shop'] }),
    await extract(app, store, { session: session?.session ?? '', name: 'one' }),
    await propose(app, store, {}),
    await edit(app, store, { ...words, edit: { drop: [built.patterns[0]?.id ?? ''] } }),
    await diff(store, { owner: app.owner, from: 'shop@1', to: 'shop' }),
    await rollback(store, { ...words, version: 2, now: app.now() }),
    await history(store, words),
    await show(store, words),
    await show(store, { ...words, name: built.hash.slice(0, 8) }),
    await explainTemplate(store, words),
    await explainTemplate(store, { ...words, name: `${SEED_ID_PREFIX}${built.patterns[0]?.id}` }),
  ]
  for (const { name: format } of FORMATS) answers.push(await loadSeed(app, store, { name: 'shop', format, dose: 5 }))
  answers.push(await list(store, { owner: app.owner }), await list(store, { owner: app.owner, tag: 'go' }))
  answers.push(await remove(store, words), await list(store, { owner: app.owner }))
  return answers
}

test('both engines answer alike about templates, from the build to the seed and back', async (t) => {
  const root = scratch(t)
  generateSample(root, { seed: 7, sessions: 24 })
  const answers: unknown[] = []
  for (const { address } of ENGINES) {
    const app = testApp(root, address(scratch(t)))
    const store = await openStore(app.storeAddress)
    await sync(app, store, { targets: [{ path: root }], rebuild: false })
    answers.push(JSON.parse(JSON.stringify(await templateAnswers(app, store))))
    await store.close()
  }
  const [first] = answers as { patterns: unknown[] }[][]
  assert.ok((first?.[0]?.patterns.length ?? 0) >= 3)
  assert.deepEqual(answers[1], answers[0])
})
