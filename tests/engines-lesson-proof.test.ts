import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import * as v from 'valibot'
import { type DrawRequest, drawLessons } from '../src/lesson/proof/run-draw.ts'
import { settleLessons } from '../src/lesson/proof/run-settle.ts'
import { changedUnits } from '../src/lesson/proof/run-units.ts'
import { lessonsLedger, setHoldout } from '../src/verbs/lessons/ledger-operation.ts'
import { LessonsLedger } from '../src/verbs/lessons/ledger-shape.ts'
import type { Lesson } from '../src/schema/lesson.ts'
import type { Connection } from '../src/store/connection.ts'
import { drawsOf } from '../src/store/lessons/draw.ts'
import { openStore } from '../src/store/open.ts'
import { bothEngines } from './support/engines.ts'
import { bash, type MadeCall, type MadeSession, START, writeHistory } from './support/mined-history.ts'
import { scratch } from './support/store.ts'

const HOUR = 60 * 60 * 1000
const APP = { owner: 'sam', now: () => LATER }
const LATER = START + 30 * HOUR

const NO_TESTS = {
  id: 'a1',
  kind: 'missing',
  trigger: { code: 'missing-path', program: '', subject: 'tests' },
  text: 'There is no `tests/`.',
  support: { sessions: 4, of: 20, lastAt: null, calls: 8, times: 5, runs: null },
  scope: { repository: 'shop', owner: null, agent: null, machine: null },
} satisfies Partial<Lesson>

const fails: MadeCall = bash('ls tests', {
  outcome: 'error',
  cause: 'agent',
  complaints: [{ program: 'ls', code: 'missing-path', subject: 'tests', line: 'ls: tests: No such file or directory' }],
})

for (const { engine, address } of bothEngines()) {
  suite(engine, () => {
    const opened = async (t: Parameters<typeof scratch>[0]): Promise<Connection> => {
      const store = await openStore(address(scratch(t)))
      t.after(() => void store.close())
      return store
    }
    const draw = (store: Connection, sessionKey: string, given: Partial<DrawRequest<typeof NO_TESTS>> = {}) =>
      drawLessons(store, {
        session: { owner: 'sam', source: 'codex', sessionKey },
        moment: 'start',
        now: START,
        holdout: null,
        lessons: [NO_TESTS],
        hasRoom: () => true,
        describe: async () => [NO_TESTS],
        ...given,
      })
    const settle = async (store: Connection): Promise<number> =>
      settleLessons(store, await changedUnits(store, LATER), LATER)
    const repeated = async (store: Connection): Promise<Record<string, unknown>> =>
      Object.fromEntries(
        (await store.all('select session_key, repeated from lesson_draw order by session_key')).map((row) => [
          row['session_key'],
          row['repeated'],
        ]),
      )
    const session = (id: string, calls: MadeCall[], more: Partial<MadeSession> = {}): MadeSession => ({
      id,
      startedAt: START,
      calls,
      ...more,
    })

    test('a draw waits for its session, and says whether the mistake was made again', async (t) => {
      const store = await opened(t)
      for (const key of ['s-1', 's-2', 's-3']) await draw(store, key)
      assert.equal(await settle(store), 0)
      await writeHistory(store, [session('s-1', [bash('ls'), fails]), session('s-2', [bash('ls src')])])
      assert.equal(await settle(store), 2)
      assert.deepEqual(await repeated(store), { 's-1': 1, 's-2': 0, 's-3': null })
      assert.equal(await settle(store), 0, 'a session that did not change is not counted again')
    })

    test('a session that goes on is counted again', async (t) => {
      const store = await opened(t)
      await draw(store, 's-1')
      await writeHistory(store, [session('s-1', [bash('ls')])])
      await settle(store)
      await writeHistory(store, [session('s-1', [bash('ls'), fails])])
      assert.equal(await settle(store), 1)
      assert.deepEqual(await repeated(store), { 's-1': 1 })
    })

    test('what resumed sessions and sub-agents do belongs to the session that was drawn; a reset begins anew', async (t) => {
      const store = await opened(t)
      for (const key of ['s-1', 's-2', 's-3']) await draw(store, key)
      const child = (id: string, parentSession: string, parentKind: MadeSession['parentKind']) =>
        session(id, [fails], { parentSession, parentKind })
      await writeHistory(store, [
        session('s-1', [bash('ls')]),
        session('s-2', [bash('ls')]),
        session('s-3', [bash('ls')]),
        child('s-1-agent', 's-1', 'subagent'),
        session('s-2-on', [bash('ls')], { parentSession: 's-2', parentKind: 'branch' }),
        child('s-2-on-on', 's-2-on', 'compression'),
        child('s-3-new', 's-3', 'reset'),
      ])
      await settle(store)
      assert.deepEqual(await repeated(store), { 's-1': 1, 's-2': 1, 's-3': 0 })
    })

    test('what was done before the draw does not count, nor does a session of another agent or owner', async (t) => {
      const store = await opened(t)
      await draw(store, 's-1', { now: START + HOUR })
      await draw(store, 's-2')
      await writeHistory(store, [session('s-1', [fails]), session('s-2', [fails], { owner: 'kim' })])
      await settle(store)
      assert.deepEqual(await repeated(store), { 's-1': 0, 's-2': null })
    })

    test('a kind gets its verdict once there is enough, and from then on one session in ten is withheld', async (t) => {
      const store = await opened(t)
      const history: MadeSession[] = []
      for (let count = 0; count < 50; count++) {
        const { given } = await draw(store, `s-${count}`)
        history.push(session(`s-${count}`, [given.length === 0 ? fails : bash('ls e2e')]))
      }
      await writeHistory(store, history)
      assert.equal(await settle(store), 50)
      const [trial] = await store.all('select verdict from lesson_trial')
      const [pool] = await store.all('select kind, verdict from lesson_pool')
      assert.deepEqual([trial?.['verdict'], pool?.['kind'], pool?.['verdict']], ['prevents', 'missing', 'prevents'])
      const ledger = await lessonsLedger(APP, store)
      assert.deepEqual(v.parse(LessonsLedger, ledger), ledger)
      const [proof] = ledger.lessons
      assert.deepEqual([proof?.verdict, proof?.state, proof?.before], ['prevents', 'gone', { sessions: 4, of: 20 }])
      assert.equal((proof?.given.sessions ?? 0) + (proof?.withheld.sessions ?? 0), 50)
      assert.deepEqual([proof?.given.repeated, proof?.withheld.repeated], [0, proof?.withheld.sessions])
      assert.deepEqual([ledger.all.verdict, ledger.all.units, ledger.sessions], ['prevents', 50, null])
      const one = await lessonsLedger(APP, store, { lesson: 'a' })
      assert.deepEqual(v.parse(LessonsLedger, one), one)
      assert.equal(one.sessions?.length, 20)
      assert.deepEqual((await lessonsLedger({ ...APP, owner: 'kim' }, store, { lesson: 'a1' })).sessions, [])
      await assert.rejects(lessonsLedger(APP, store, { lesson: 'b' }), { code: 'no-such-lesson' })
      await draw(store, 'next')
      const [next] = await drawsOf(store, { owner: 'sam', source: 'codex', sessionKey: 'next' })
      assert.equal(next?.probability, 0.9)
    })

    test('what an owner wants withheld holds for all lessons, and a share of 0 ends the proof', async (t) => {
      const store = await opened(t)
      const probability = async (sessionKey: string, owner = 'sam') => {
        await draw(store, sessionKey, { session: { owner, source: 'codex', sessionKey } })
        return (await drawsOf(store, { owner, source: 'codex', sessionKey }))[0]?.probability
      }
      assert.equal((await lessonsLedger(APP, store)).holdout, null)
      await setHoldout(APP, store, 0)
      assert.deepEqual([await probability('s-1'), await probability('s-1', 'kim')], [1, 0.5])
      await setHoldout(APP, store, 0.25)
      assert.equal(await probability('s-2'), 0.75)
      await writeHistory(store, [session('s-1', [fails])])
      await settle(store)
      const { lessons, holdout } = await lessonsLedger(APP, store)
      assert.equal(holdout, 0.25)
      assert.deepEqual([lessons[0]?.observed, lessons[0]?.prevented], [{ sessions: 1, repeated: 1 }, null])
      await setHoldout(APP, store, null)
      assert.equal(await probability('s-3'), 0.5)
      for (const share of [-1, 2, Number.NaN]) await assert.rejects(setHoldout(APP, store, share), { code: 'usage' })
    })

    test('after a failed call the ledger counts how long it took to go on, with the hint and without', async (t) => {
      const store = await opened(t)
      const history: MadeSession[] = []
      for (let count = 0; count < 40; count++) {
        const { given } = await draw(store, `s-${count}`, { moment: 'failure', now: START + 1 })
        const after = given.length === 0 ? [fails, fails, bash('ls e2e')] : [bash('ls e2e')]
        history.push(session(`s-${count}`, [fails, ...after]))
      }
      await writeHistory(store, history)
      await settle(store)
      const { hints, lessons } = await lessonsLedger(APP, store)
      assert.deepEqual([hints.given.calls, hints.withheld.calls, hints.difference], [1, 3, null])
      assert.equal(hints.given.failures + hints.withheld.failures, 40)
      assert.deepEqual([lessons[0]?.given.sessions, lessons[0]?.pending], [0, 0], 'that is no proof of prevention')
    })

    test('nothing of a rule in a person’s own words is kept for proof', async (t) => {
      const store = await opened(t)
      const rule = { ...NO_TESTS, id: 'b2', kind: 'rule' as const }
      await drawLessons(store, {
        session: { owner: 'sam', source: 'codex', sessionKey: 's-1' },
        moment: 'start',
        now: START,
        holdout: null,
        lessons: [rule],
        hasRoom: () => true,
        describe: async () => [rule],
      })
      assert.deepEqual(await store.all('select 1 as one from lesson_trial'), [])
      assert.equal((await store.all('select 1 as one from lesson_draw where given = 1 and probability = 1')).length, 1)
    })
  })
}
