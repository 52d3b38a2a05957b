import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import * as v from 'valibot'
import { calls } from '../src/verbs/calls/operation.ts'
import { compareGroups, compareSessions } from '../src/verbs/compare/operation.ts'
import { compressCheck } from '../src/verbs/compress-check/operation.ts'
import { overrule } from '../src/verbs/outcome/operation.ts'
import { profileHistory, profileSession } from '../src/verbs/profile/operation.ts'
import { sessions } from '../src/verbs/sessions/operation.ts'
import { sync } from '../src/verbs/sync/operation.ts'
import { refreshTallies } from '../src/profile/run.ts'
import { Comparison } from '../src/schema/listing/comparison.ts'
import { CompressionReport } from '../src/schema/listing/compression-report.ts'
import { HistoryProfile } from '../src/schema/listing/history-profile.ts'
import { SessionProfile } from '../src/schema/listing/session-profile.ts'
import type { Connection } from '../src/store/connection.ts'
import { openStore } from '../src/store/open.ts'
import { plantSample } from './support/planted.ts'
import { startPostgres } from './support/postgres.ts'
import { scratch, testApp } from './support/store.ts'

let postgres: Awaited<ReturnType<typeof startPostgres>>
before(async () => {
  postgres = await startPostgres()
})
after(() => postgres.stop())

const SESSIONS = 24

type TestContext = Parameters<typeof scratch>[0]

/** A store with the sample in it. */
const sampleStore = async (t: TestContext, address?: string) => {
  const directory = scratch(t)
  const app = testApp(directory, address)
  const store = await openStore(app.storeAddress)
  t.after(() => void store.close())
  const manifest = plantSample(join(directory, 'history'), { seed: 5, sessions: SESSIONS })
  await sync(app, store, { targets: [{ path: join(directory, 'history') }], rebuild: false })
  return { app, store, manifest, history: join(directory, 'history') }
}

const everything = async (store: Connection) => {
  const [first, second] = (await Array.fromAsync(sessions(store, {}))).map((each) => each.session)
  return {
    history: await profileHistory(store, {}),
    session: await profileSession(store, first ?? ''),
    compression: await compressCheck(store, { tolerance: 1.2, filter: {} }),
    compared: await compareSessions(store, first ?? '', second ?? ''),
    groups: await compareGroups(store, { source: 'codex' }, { source: 'claude-code' }),
  }
}

test('both engines give the same answers, in the documented shapes', async (t) => {
  const sqlite = await everything((await sampleStore(t)).store)
  v.parse(HistoryProfile, sqlite.history)
  v.parse(SessionProfile, sqlite.session)
  v.parse(CompressionReport, sqlite.compression)
  v.parse(Comparison, sqlite.compared)
  v.parse(Comparison, sqlite.groups)
  const onPostgres = await everything((await sampleStore(t, postgres.url('profiles'))).store)
  assert.deepEqual(onPostgres, sqlite)
})

test('what was planted in the sample is what the profile counts', async (t) => {
  const { store, manifest } = await sampleStore(t)
  const profile = await profileHistory(store, {})
  const planted = { ok: 0, unknown: 0, agent: 0, environment: 0, user: 0, expected: 0, 'not-run': 0 }
  for (const counts of Object.values(manifest.formats)) {
    planted.ok += counts.ok
    planted.unknown += counts.unknown
    for (const cause of ['agent', 'environment', 'user', 'expected', 'not-run'] as const) {
      planted[cause] += counts.error[cause]
    }
  }
  const { ok, unknown, ...causes } = planted
  assert.deepEqual([profile.withTrivial.outcomes.ok, profile.withTrivial.outcomes.unknown], [ok, unknown])
  assert.deepEqual(profile.byCause, causes)
  // No learning is planted.
  assert.notEqual(profile.earlyLate.verdict, 'improves')
  assert.doesNotMatch(profile.statement, /fail less often than early/)
})

test('filters narrow, and those that match nothing give null with a reason', async (t) => {
  const { store } = await sampleStore(t)
  const all = await profileHistory(store, {})
  const parts = await Promise.all(all.bySource.map(({ source }) => profileHistory(store, { source })))
  assert.equal(
    parts.reduce((sum, part) => sum + part.calls, 0),
    all.calls,
  )
  const long = await profileHistory(store, { minMessages: 101 })
  assert.equal(long.sessionsWithCalls, all.byLength.find((each) => each.bucket === '101+')?.sessions)
  const middle = Date.UTC(2026, 0, 6)
  const [before, since] = [
    await profileHistory(store, { until: middle }),
    await profileHistory(store, { since: middle }),
  ]
  assert.equal(before.sessions + since.sessions, all.sessions)
  assert.ok(before.sessions > 0 && since.sessions > 0)
  const none = await profileHistory(store, { project: '/nowhere' })
  assert.deepEqual([none.sessions, none.errorRate, none.reason], [0, null, 'no calls'])
  assert.match(none.statement, /No session fits the filter/)
})

suite('tallies', () => {
  test('are made for what changed and for nothing else', async (t) => {
    const { app, store, history } = await sampleStore(t)
    assert.ok((await refreshTallies(store)) > 0)
    assert.equal(await refreshTallies(store), 0)
    await store.run("update tally set made_by = 'untouched'")
    const [call] = await Array.fromAsync(calls(store, { outcome: 'ok' }))
    assert.ok(call)
    const before = await profileHistory(store, {})
    await overrule(app, store, { call: call.id, outcome: 'error', cause: 'agent' })
    const afterwards = await profileHistory(store, {})
    assert.equal(afterwards.byCause.agent, before.byCause.agent + 1)
    const [made] = await store.all<{ n: number }>("select count(*) as n from tally where made_by <> 'untouched'")
    assert.equal(made?.n, 1)
    await overrule(app, store, { call: call.id, outcome: 'reset' })
    assert.deepEqual(await profileHistory(store, {}), before)
    // Reading again what has not changed leaves them alone.
    await sync(app, store, { targets: [{ path: history }], rebuild: false })
    const [still] = await store.all<{ n: number }>("select count(*) as n from tally where made_by <> 'untouched'")
    assert.equal(still?.n, 1)
  })

  test('are made anew after a rebuild, and come out the same', async (t) => {
    const { app, store, history } = await sampleStore(t)
    const before = await profileHistory(store, {})
    await sync(app, store, { targets: [{ path: history }], rebuild: true })
    assert.deepEqual(await profileHistory(store, {}), before)
  })

  test('that were left unfinished are finished by whoever asks next', async (t) => {
    const { store } = await sampleStore(t)
    const before = await profileHistory(store, {})
    await store.run('delete from tally where session_id in (select id from session order by id limit 10)')
    await store.run('update session set changed = 1 where id in (select id from session order by id limit 10)')
    assert.deepEqual(await profileHistory(store, {}), before)
  })
})

test('the rates of a session are those of its calls', async (t) => {
  const { store } = await sampleStore(t)
  for await (const { session } of sessions(store, { source: 'claude-code' })) {
    const profile = await profileSession(store, session)
    const own = await Array.fromAsync(calls(store, { session }))
    assert.equal(profile.timeline.length, own.length)
    const judged = profile.timeline.filter((call) => !call.trivial && call.outcome !== 'unknown')
    const failed = judged.filter((call) => call.outcome === 'error').length
    if (judged.length === 0) assert.equal(profile.errorRate, null)
    else assert.deepEqual([profile.errorRate?.rate, profile.errorRate?.n], [failed / judged.length, judged.length])
    assert.equal(
      Object.values(profile.toolDistribution).reduce((sum, count) => sum + count, 0),
      profile.toolCallCount,
    )
  }
})

test('compactions of the sample are found, each once, and held against sessions without', async (t) => {
  const { store, manifest } = await sampleStore(t)
  const report = await compressCheck(store, { tolerance: 1.2, filter: {} })
  const planted = Object.values(manifest.formats).reduce((sum, counts) => sum + counts.compactions, 0)
  assert.equal(report.events.length, planted)
  assert.ok(report.hasCompression && report.control !== null && report.control.points > 0)
  const [event] = report.events
  assert.ok(event)
  const one = await compressCheck(store, { session: event.session, tolerance: 1.2, filter: {} })
  assert.deepEqual(
    one.events,
    report.events.filter((each) => each.session === event.session),
  )
})
