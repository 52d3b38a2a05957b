import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { declarationOf, trialResult } from '../../../tests/support/experiment.ts'
import { declarationHash } from '../../experiment/declaration-hash.ts'
import { planPairs } from '../../experiment/plan-pairs.ts'
import type { TrialEnd } from '../../schema/experiment.ts'
import { declareExperiment, openExperiment, readExperiment } from './experiment.ts'
import { openStore } from '../open.ts'
import { type ClaimedPair, claimPair, finishTrial, keepClaim, MOST_ROUNDS } from './trial-claim.ts'

const LEASE_MS = 10
const WORKERS = ['a', 'b', 'c'] as const

type Step =
  | { kind: 'claim'; worker: number }
  | { kind: 'finish'; worker: number; end: TrialEnd }
  | { kind: 'die'; worker: number }
  | { kind: 'beat'; worker: number }
  | { kind: 'wait'; ms: number }

const worker = fc.nat(WORKERS.length - 1)
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('claim' as const), worker }) },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('finish' as const),
      worker,
      end: fc.constantFrom<TrialEnd>('pass', 'pass', 'fail', 'invalid'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('die' as const), worker }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('beat' as const), worker }) },
  // Clocks are set back now and then.
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('wait' as const), ms: fc.integer({ min: -50, max: 15 }) }) },
)

test('whatever workers do and whenever they die, every trial ends once and none is lost', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      const store = await openStore('sqlite::memory:')
      try {
        const declaration = declarationOf()
        const id = declarationHash(declaration)
        await declareExperiment(store, 'sam', {
          id,
          declaration,
          setup: {},
          budgetUsd: null,
          pairs: planPairs(declaration),
        })
        await openExperiment(store, id, { setup: {}, budgetUsd: null })
        let now = 1_000
        const held = new Map<number, ClaimedPair>()
        const accepted = new Map<string, number>()
        const play = async (one: Step): Promise<string | undefined> => {
          if (one.kind === 'wait') {
            now += one.ms
            return undefined
          }
          const holder = `${WORKERS[one.worker] ?? ''}`
          const pair = held.get(one.worker)
          if (one.kind === 'die') held.delete(one.worker)
          else if (one.kind === 'claim' && pair === undefined) {
            const claim = await claimPair(store, { experiment: id, holder, now, leaseMs: LEASE_MS, reserveUsd: 0 })
            if (claim.kind !== 'pair') return claim.kind
            assert.ok(claim.pair.arms.length > 0, 'a claimed pair has something to run')
            held.set(one.worker, claim.pair)
          } else if (one.kind === 'beat' && pair !== undefined) {
            const hold = { experiment: id, ordinal: pair.ordinal, holder, attempt: pair.attempt }
            if ((await keepClaim(store, hold, { now, leaseMs: LEASE_MS })) === 'lost') held.delete(one.worker)
          } else if (one.kind === 'finish' && pair !== undefined) {
            const [arm = '', ...rest] = pair.arms
            const { ordinal, attempt, round } = pair
            const result = { ...trialResult(one.end), endedAt: now }
            const next = await finishTrial(
              store,
              { experiment: id, ordinal, holder, attempt },
              { arm, round, result, costUsd: 0, pauseMs: 0 },
            )
            const key = `${ordinal} ${round} ${arm}`
            if (next !== 'refused') accepted.set(key, (accepted.get(key) ?? 0) + 1)
            if (next === 'next') held.set(one.worker, { ...pair, arms: rest })
            else held.delete(one.worker)
          }
          return undefined
        }
        for (const one of steps) await play(one)
        // All workers die; one that comes later brings everything to its end.
        held.clear()
        now += 100 * LEASE_MS
        for (let turns = 0; turns < 200; turns++) {
          const claimed = await play({ kind: 'claim', worker: 0 })
          if (claimed === 'done') break
          while (held.has(0)) await play({ kind: 'finish', worker: 0, end: 'pass' })
        }
        assert.ok(
          [...accepted.values()].every((times) => times === 1),
          'no trial ended twice',
        )
        const trials = (await readExperiment(store, id))?.trials ?? []
        for (const { ordinal, task, repeat } of planPairs(declaration)) {
          const own = trials.filter((each) => each.task === task && each.repeat === repeat)
          const invalid = own.filter(({ end }) => end === 'invalid').length
          assert.ok(invalid <= MOST_ROUNDS, `pair ${ordinal}`)
          const valid = own.filter(({ end }) => end !== 'invalid').map(({ arm }) => arm)
          if (invalid < MOST_ROUNDS) assert.deepEqual(valid.toSorted(), ['cold', 'warm'], `pair ${ordinal}`)
        }
      } finally {
        await store.close()
      }
    }),
    { numRuns: 60 },
  )
})
