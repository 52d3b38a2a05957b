import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { declarationHash } from '../src/experiment/declaration-hash.ts'
import { planPairs } from '../src/experiment/plan-pairs.ts'
import type { Declaration } from '../src/schema/experiment.ts'
import type { Connection } from '../src/store/connection.ts'
import {
  countTrials,
  declareExperiment,
  experimentsNamed,
  listExperiments,
  openExperiment,
  readExperiment,
  setExperimentState,
} from '../src/store/experiments/experiment.ts'
import { openStore } from '../src/store/open.ts'
import {
  type ClaimedPair,
  claimPair,
  finishTrial,
  keepClaim,
  MOST_ROUNDS,
  releasePair,
} from '../src/store/experiments/trial-claim.ts'
import { assignSession, recordableTrials, recordTrial } from '../src/store/experiments/trial-record.ts'
import { bothEngines } from './support/engines.ts'
import { declarationOf, trialResult } from './support/experiment.ts'
import { scratch } from './support/store.ts'

const LEASE_MS = 60_000

for (const { engine, address } of bothEngines()) {
  suite(engine, () => {
    const opened = async (t: Parameters<typeof scratch>[0]): Promise<Connection> => {
      const store = await openStore(address(scratch(t)))
      t.after(() => void store.close())
      return store
    }
    const begin = async (store: Connection, given: Partial<Declaration> = {}, budgetUsd: number | null = null) => {
      const declaration = declarationOf(given)
      const id = declarationHash(declaration)
      await declareExperiment(store, 'sam', { id, declaration, setup: {}, budgetUsd, pairs: planPairs(declaration) })
      await openExperiment(store, id, { setup: {}, budgetUsd })
      return id
    }
    const claim = (
      store: Connection,
      experiment: string,
      holder: string,
      given: { now?: number; reserveUsd?: number } = {},
    ) => claimPair(store, { experiment, holder, now: Date.now(), leaseMs: LEASE_MS, reserveUsd: 0, ...given })
    const taken = async (store: Connection, experiment: string, holder: string): Promise<ClaimedPair> => {
      const found = await claim(store, experiment, holder)
      assert.ok(found.kind === 'pair', found.kind)
      return found.pair
    }
    const end = (
      store: Connection,
      experiment: string,
      { ordinal, attempt, round }: ClaimedPair,
      { arm, holder, ...given }: { arm: string; holder: string; end?: 'pass' | 'fail' | 'invalid'; costUsd?: number },
    ) =>
      finishTrial(
        store,
        { experiment, ordinal, attempt, holder },
        { arm, round, result: trialResult(given.end ?? 'pass'), costUsd: given.costUsd ?? 0, pauseMs: 0 },
      )

    test('a declaration is kept once, and a changed one is another experiment', async (t) => {
      const store = await opened(t)
      const declaration = declarationOf()
      const id = declarationHash(declaration)
      const kept = { id, declaration, setup: { place: '/tasks' }, budgetUsd: null, pairs: planPairs(declaration) }
      assert.equal(await declareExperiment(store, 'sam', kept), true)
      assert.equal(await declareExperiment(store, 'sam', kept), false)
      const changed = { ...declaration, margin: 0.1 }
      assert.notEqual(declarationHash(changed), id)
      await declareExperiment(store, 'sam', { ...kept, id: declarationHash(changed), declaration: changed })
      assert.equal((await listExperiments(store, 'sam')).length, 2)
      assert.deepEqual((await readExperiment(store, id))?.declaration, declaration)
      assert.deepEqual((await readExperiment(store, id))?.trials, [])
    })

    test('an owner finds their own experiments by name and by the beginning of an id', async (t) => {
      const store = await opened(t)
      const id = await begin(store)
      assert.equal((await experimentsNamed(store, 'sam', 'shop'))[0]?.id, id)
      assert.equal((await experimentsNamed(store, 'sam', id.slice(0, 6)))[0]?.id, id)
      assert.deepEqual(await experimentsNamed(store, 'kim', 'shop'), [])
      assert.equal(await readExperiment(store, id, 'kim'), undefined)
    })

    test('workers take whole pairs in the order of the design, and none takes a pair that another holds', async (t) => {
      const store = await opened(t)
      const id = await begin(store)
      const pairs = [await taken(store, id, 'a'), await taken(store, id, 'b'), await taken(store, id, 'c')]
      assert.deepEqual(
        pairs.map(({ ordinal, arms }) => [ordinal, arms.length]),
        [
          [1, 2],
          [2, 2],
          [3, 2],
        ],
      )
      assert.equal((await claim(store, id, 'd')).kind, 'pair')
      assert.equal((await claim(store, id, 'e')).kind, 'wait')
      assert.equal((await countTrials(store, id, Date.now())).running, 8)
    })

    test('twenty workers who ask at the same moment never get the same pair', async (t) => {
      const store = await opened(t)
      const tasks = Array.from({ length: 12 }, (_, index) => ({ id: `t${index}`, checksum: 'c' }))
      const id = await begin(store, { tasks, repeats: 1 })
      const claims = await Promise.all(Array.from({ length: 20 }, (_, index) => claim(store, id, `w${index}`)))
      const ordinals = claims.flatMap((each) => (each.kind === 'pair' ? [each.pair.ordinal] : []))
      assert.equal(new Set(ordinals).size, 12)
      assert.equal(ordinals.length, 12)
    })

    test('a result counts only from the holder and attempt that has the pair', async (t) => {
      const store = await opened(t)
      const id = await begin(store)
      const first = await taken(store, id, 'a')
      const [arm = ''] = first.arms
      assert.equal(await end(store, id, first, { arm, holder: 'b' }), 'refused')
      assert.equal(await end(store, id, { ...first, attempt: 7 }, { arm, holder: 'a' }), 'refused')
      assert.equal(await end(store, id, first, { arm, holder: 'a' }), 'next')
      assert.equal(await end(store, id, first, { arm, holder: 'a' }), 'refused', 'a trial ends once')
      await releasePair(store, { experiment: id, ordinal: first.ordinal, holder: 'a', attempt: first.attempt })
      const again = await taken(store, id, 'b')
      assert.equal(again.ordinal, first.ordinal)
      assert.deepEqual(again.arms, first.arms.slice(1), 'the trial that ended is not run again')
      assert.equal(await end(store, id, first, { arm: first.arms[1] ?? '', holder: 'a' }), 'refused')
      assert.equal(await end(store, id, again, { arm: again.arms[0] ?? '', holder: 'b' }), 'pair-done')
      assert.equal((await readExperiment(store, id))?.trials.length, 2)
    })

    test('a claim that nobody keeps alive ends, and its holder is told that the pair is lost', async (t) => {
      const store = await opened(t)
      const id = await begin(store, { tasks: [{ id: 'only', checksum: 'c' }], repeats: 1 })
      const first = await taken(store, id, 'a')
      const hold = { experiment: id, ordinal: first.ordinal, holder: 'a', attempt: first.attempt }
      assert.equal(await keepClaim(store, hold, { now: Date.now(), leaseMs: LEASE_MS }), 'held')
      await keepClaim(store, hold, { now: Date.now(), leaseMs: -1 })
      const second = await taken(store, id, 'b')
      assert.equal(second.attempt, first.attempt + 1)
      assert.equal(await keepClaim(store, hold, { now: Date.now(), leaseMs: LEASE_MS }), 'lost')
    })

    test('a claim from before the clock went back does not block its pair', async (t) => {
      const store = await opened(t)
      const id = await begin(store, { tasks: [{ id: 'only', checksum: 'c' }], repeats: 1 })
      await taken(store, id, 'a')
      await store.run('update trial_pair set until = ?', [Date.now() + 100 * LEASE_MS])
      assert.equal((await claim(store, id, 'b')).kind, 'pair')
    })

    test('an invalid trial has its whole pair run again, so many times and no more', async (t) => {
      const store = await opened(t)
      const id = await begin(store, { tasks: [{ id: 'only', checksum: 'c' }], repeats: 1 })
      const first = await taken(store, id, 'a')
      assert.equal(await end(store, id, first, { arm: first.arms[0] ?? '', holder: 'a' }), 'next')
      assert.equal(await end(store, id, first, { arm: first.arms[1] ?? '', holder: 'a', end: 'invalid' }), 'again')
      const second = await taken(store, id, 'a')
      assert.equal(second.round, 2)
      assert.deepEqual(second.arms, first.arms, 'both arms are run again')
      const soFar = await readExperiment(store, id)
      assert.deepEqual(
        soFar?.trials.map(({ end: ending }) => ending),
        ['invalid'],
        'the valid one of a pair that is run again does not count',
      )
      assert.equal(await end(store, id, second, { arm: second.arms[0] ?? '', holder: 'a', end: 'invalid' }), 'again')
      const third = await taken(store, id, 'a')
      assert.equal(third.round, MOST_ROUNDS)
      assert.equal(await end(store, id, third, { arm: third.arms[0] ?? '', holder: 'a', end: 'invalid' }), 'pair-done')
      assert.equal((await claim(store, id, 'a')).kind, 'done')
      assert.equal(
        (await readExperiment(store, id))?.trials.filter(({ end: ending }) => ending === 'invalid').length,
        3,
      )
    })

    test('what running pairs may cost is held back from the budget, and what they cost is counted', async (t) => {
      const store = await opened(t)
      const id = await begin(store, {}, 1)
      const first = await taken(store, id, 'a')
      await releasePair(store, { experiment: id, ordinal: first.ordinal, holder: 'a', attempt: first.attempt })
      const reserved = await claim(store, id, 'a', { reserveUsd: 0.6 })
      assert.ok(reserved.kind === 'pair')
      assert.equal((await claim(store, id, 'b', { reserveUsd: 0.6 })).kind, 'budget')
      for (const arm of reserved.pair.arms) await end(store, id, reserved.pair, { arm, holder: 'a', costUsd: 0.15 })
      const next = await claim(store, id, 'b', { reserveUsd: 0.6 })
      assert.ok(next.kind === 'pair')
      for (const arm of next.pair.arms) await end(store, id, next.pair, { arm, holder: 'b', costUsd: 0.5 })
      assert.equal((await claim(store, id, 'b')).kind, 'budget', 'what is spent is spent')
    })

    test('a stopped experiment gives out no pair, and its workers are told', async (t) => {
      const store = await opened(t)
      const id = await begin(store)
      const first = await taken(store, id, 'a')
      await setExperimentState(store, id, { state: 'stopped', reason: 'a person stopped it' })
      assert.equal((await claim(store, id, 'b')).kind, 'closed')
      const hold = { experiment: id, ordinal: first.ordinal, holder: 'a', attempt: first.attempt }
      assert.equal(await keepClaim(store, hold, { now: Date.now(), leaseMs: LEASE_MS }), 'closed')
    })

    test('a session keeps its first arm, and what is said about it later is kept', async (t) => {
      const store = await opened(t)
      const id = await begin(store, { design: 'live', tasks: [] })
      const session = { sessionKey: 's-1', taskType: 'code', model: null, now: 5 }
      const draw = (arm: string, propensity: number) => async () => ({ arm, propensity, repeat: 1 })
      const given = await assignSession(store, id, session, draw('warm', 0.5))
      assert.deepEqual(given, { arm: 'warm', propensity: 0.5 })
      assert.deepEqual(await assignSession(store, id, session, draw('cold', 0.1)), given)
      assert.deepEqual((await readExperiment(store, id))?.trials, [], 'a session without an end is none that counts')
      const [trial] = await recordableTrials(store, id, { task: 's-1' })
      assert.ok(trial !== undefined && trial.end === null)
      await recordTrial(store, id, { ...trial, end: 'pass', metrics: { rating: 0.75 }, now: 9 })
      const [ended] = (await readExperiment(store, id))?.trials ?? []
      assert.deepEqual(
        [ended?.end, ended?.metrics, ended?.propensity, ended?.taskType],
        ['pass', { rating: 0.75 }, 0.5, 'code'],
      )
    })
  })
}
