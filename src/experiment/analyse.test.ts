import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as v from 'valibot'
import fc from 'fast-check'
import { COLD, declare, liveTrials, pairsOf, plantedTrials, trialOf, WARM } from '../../tests/support/trials.ts'
import { mcnemarExact } from '../lib/stats/mcnemar.ts'
import { createRandom } from '../lib/stats/random.ts'
import type { Trial } from '../schema/experiment.ts'
import { ExperimentReport } from '../schema/listing/experiment-report.ts'
import { missingSentence } from './report-words.ts'
import { analyse } from './analyse.ts'
import { analysePrimary } from './primary.ts'

const live = declare({
  design: 'live',
  arms: [
    { ...COLD, share: 0.5 },
    { ...WARM, share: 0.5 },
  ],
})

test('a report has its documented shape, whatever the design and however few the trials', () => {
  for (const design of ['paired', 'live', 'reversal', 'observational'] as const)
    for (const trials of [[], [trialOf()], plantedTrials({ seed: 'shape', tasks: 40, cold: 0.5, effect: 0.2 })])
      v.parse(ExperimentReport, analyse({ ...live, design }, trials))
})

test('pairs are counted, and the exact test is McNemar’s', () => {
  const report = analyse(
    declare({ stopping: { rule: 'fixed', n: 30 } }),
    pairsOf({ wins: 12, losses: 2, both: 10, neither: 6 }),
  )
  assert.deepEqual(report.pairs, { pairs: 30, wins: 12, losses: 2, ties: 16 })
  assert.equal(report.primary.estimate, 10 / 30)
  assert.equal(report.primary.p, mcnemarExact(2, 12))
  assert.equal(report.verdict, 'helps')
  assert.equal(report.decidedBy, 'fixed')
  const { low, high, alwaysValid } = report.primary
  assert.ok(alwaysValid !== null && low !== null && high !== null)
  assert.ok(alwaysValid.low < low && alwaysValid.high > high, 'the price of peeking is a wider interval')
})

test('the same trials give the same report in any order', () => {
  const trials = plantedTrials({ seed: 'order', tasks: 30, repeats: 2, cold: 0.5, effect: 0.2 })
  const spoilt = [
    ...trials,
    ...trials.slice(0, 5),
    { ...(trials[3] ?? trialOf()), end: 'invalid' as const, reason: 'x' },
  ]
  const expected = analyse(declare({ repeats: 2 }), spoilt)
  fc.assert(
    fc.property(fc.shuffledSubarray(spoilt, { minLength: spoilt.length }), (shuffled) => {
      assert.deepEqual(analyse(declare({ repeats: 2 }), shuffled), expected)
    }),
    { numRuns: 8 },
  )
  const sessions = liveTrials({ seed: 'order', sessions: 120, share: 0.5, cold: 0.5, effect: 0.2 })
  assert.deepEqual(analyse(live, sessions.toReversed()), analyse(live, sessions))
})

test('helps, hurts, no practical difference and not enough data are told apart', () => {
  const table: [counts: Parameters<typeof pairsOf>[0], verdict: string][] = [
    [{ wins: 40, losses: 8, both: 40, neither: 20 }, 'helps'],
    [{ wins: 8, losses: 40, both: 40, neither: 20 }, 'hurts'],
    [{ wins: 10, losses: 10, both: 1000, neither: 800 }, 'no-practical-difference'],
    [{ wins: 6, losses: 3, both: 10, neither: 5 }, 'not-enough-data'],
    [{}, 'not-enough-data'],
  ]
  for (const [counts, verdict] of table) assert.equal(analyse(declare(), pairsOf(counts)).verdict, verdict)
})

test('less is better for errors and costs', () => {
  const trials = plantedTrials({ seed: 'cheaper', tasks: 150, cold: 0.5, effect: 0 })
  const report = analyse(declare({ primary: 'tokens' }), trials)
  assert.equal(report.primary.scale, 'relative')
  assert.ok((report.primary.estimate ?? 0) < -0.1)
  assert.equal(report.verdict, 'helps')
})

test('a fixed experiment is silent before its end, and falls back on the peek-safe interval after it', () => {
  const fixed = (n: number) => declare({ stopping: { rule: 'fixed', n } })
  const trials = pairsOf({ wins: 12, losses: 2, both: 10, neither: 6 })
  const early = analyse(fixed(40), trials)
  assert.equal(early.verdict, 'not-enough-data')
  assert.match(early.why, /30 of the declared 40 tasks/)
  assert.equal(early.needed?.units, 10)
  assert.equal(analyse(fixed(20), trials).decidedBy, 'always-valid')
})

test('the declared n counts tasks, however often each is repeated, and what is missing is priced once', () => {
  const trials = plantedTrials({ seed: 'n', tasks: 30, repeats: 3, cold: 0.2, effect: 0.6 }).map((trial) => ({
    ...trial,
    metrics: { 'cost-usd': 1 },
  }))
  const declared = (n: number) => declare({ repeats: 3, stopping: { rule: 'fixed', n } })
  const ended = analyse(declared(30), trials)
  assert.deepEqual([ended.decidedBy, ended.verdict], ['fixed', 'helps'])
  const early = analyse(declared(40), trials)
  assert.match(early.why, /30 of the declared 40 tasks/)
  assert.deepEqual([early.needed?.units, early.needed?.costUsd], [10, 60])
  // A task counts once its last repeat has run.
  const oneLeft = trials.filter(({ task, repeat }) => task !== trials[0]?.task || repeat < 3)
  assert.match(analyse(declared(30), oneLeft).why, /29 of the declared 30 tasks/)
})

test('too many invalid trials, or unequally many, leave no verdict', () => {
  const good = pairsOf({ wins: 60, losses: 5, both: 40, neither: 40 })
  const lost = (arm: string, count: number): Trial[] =>
    Array.from({ length: count }, (_, index) =>
      trialOf({ task: `task-${index}`, arm, end: 'invalid', reason: 'runner crashed' }),
    )
  assert.equal(analyse(declare(), [...good, ...lost('warm', 2), ...lost('cold', 3)]).verdict, 'helps')
  const unequal = analyse(declare(), [...good, ...lost('warm', 10)])
  assert.equal(unequal.verdict, 'not-enough-data')
  assert.equal(unequal.invalid.isBlocking, true)
  const many = analyse(declare(), [...good, ...lost('warm', 25), ...lost('cold', 25)])
  assert.equal(many.verdict, 'not-enough-data')
  assert.deepEqual(many.arms[1]?.reasons, [{ reason: 'runner crashed', trials: 25 }])
})

test('a broken draw leaves no verdict', () => {
  const trials = liveTrials({ seed: 'broken', sessions: 400, share: 0.5, cold: 0.4, effect: 0.3 })
  assert.equal(analyse(live, trials).verdict, 'helps')
  const unlucky = trials.filter(({ arm }, index) => arm === 'warm' || index % 2 === 0)
  const report = analyse(live, unlucky)
  assert.equal(report.sampleRatio?.isAlarm, true)
  assert.equal(report.verdict, 'not-enough-data')
})

test('live sessions have no peek-safe interval before 30 in each arm, and a fixed-n answer instead', () => {
  const report = analyse(live, liveTrials({ seed: 'few', sessions: 40, share: 0.5, cold: 0.4, effect: 0.3 }))
  assert.equal(report.primary.alwaysValid, null)
  assert.match(report.method, /Fisher/)
  assert.equal(report.verdict, 'not-enough-data')
})

test('strata that differ in difficulty narrow the interval of live sessions', () => {
  const trials = liveTrials({ seed: 'strata', sessions: 600, share: 0.5, cold: 0.5, effect: 0.1 })
  const width = (each: readonly Trial[]): number => {
    const { alwaysValid } = analyse(live, each).primary
    return (alwaysValid?.high ?? 0) - (alwaysValid?.low ?? 0)
  }
  assert.ok(width(trials) < width(trials.map((trial) => ({ ...trial, taskType: null }))))
})

test('history is compared, and gives no verdict', () => {
  const report = analyse(
    { ...live, design: 'observational' },
    liveTrials({ seed: 'history', sessions: 400, share: 0.5, cold: 0.3, effect: 0.4 }),
  )
  assert.equal(report.isCausal, false)
  assert.equal(report.verdict, 'not-enough-data')
  assert.ok(report.warnings.some((warning) => warning.startsWith('Not causal')))
})

test('cycles are the units of a reversal', () => {
  const random = createRandom('reversal')
  const trials = Array.from({ length: 12 }, (_, cycle) =>
    ['cold', 'warm'].flatMap((arm) =>
      Array.from({ length: 5 }, (__, session) =>
        trialOf({
          task: `${cycle}-${arm}-${session}`,
          repeat: cycle + 1,
          arm,
          end: random() < (arm === 'warm' ? 0.9 : 0.3) ? 'pass' : 'fail',
        }),
      ),
    ),
  ).flat()
  const report = analyse(declare({ design: 'reversal' }), trials)
  assert.equal(report.n, 12)
  assert.equal(report.verdict, 'helps')
})

test('a trial recorded twice counts once, and that is told', () => {
  const trials = pairsOf({ wins: 5, losses: 2, both: 3 })
  const report = analyse(declare(), [...trials, ...trials.slice(0, 4)])
  assert.deepEqual(report.pairs, analyse(declare(), trials).pairs)
  assert.match(report.warnings.join(' '), /4 trials are recorded more than once/)
})

test('trials of arms and tasks that were not declared are left out, and that is told', () => {
  const trials = pairsOf({ wins: 5, losses: 2 })
  const tasks = Array.from({ length: 6 }, (_, index) => ({ id: `task-${index}`, checksum: '0' }))
  const report = analyse(declare({ tasks }), [...trials, trialOf({ arm: 'tepid' })])
  assert.equal(report.n, 6)
  assert.match(report.warnings.join(' '), /1 trial is of an arm/)
  assert.match(report.warnings.join(' '), /2 trials are of a task/)
})

test('several arms share alpha', () => {
  const arms = [COLD, WARM, { name: 'placebo', treatment: { kind: 'placebo' as const }, share: null }]
  const trials = pairsOf({ wins: 12, losses: 3, both: 15 })
  const placebo = trials.filter(({ arm }) => arm === 'cold').map((trial) => ({ ...trial, arm: 'placebo' }))
  const report = analyse(declare({ arms }), [...trials, ...placebo])
  assert.deepEqual(
    report.comparisons.map(({ arm, effect }) => [arm, effect.alpha, effect.estimate]),
    [
      ['warm', 0.025, 9 / 30],
      ['placebo', 0.025, 0],
    ],
  )
})

test('the smallest dose that cannot be told from the best is found', () => {
  const random = createRandom('doses')
  const rates: [dose: number, rate: number][] = [
    [0, 0.2],
    [1, 0.3],
    [3, 0.75],
    [10, 0.8],
  ]
  const arms = rates.map(([dose]) => ({
    name: `dose-${dose}`,
    treatment: dose === 0 ? { kind: 'cold' as const } : { kind: 'warm' as const, dose },
    share: null,
  }))
  const trials = rates.flatMap(([dose, rate]) =>
    Array.from({ length: 200 }, (_, task) =>
      trialOf({ task: `task-${task}`, arm: `dose-${dose}`, end: random() < rate ? 'pass' : 'fail' }),
    ),
  )
  const report = analyse(declare({ arms }), trials)
  assert.equal(report.dose?.smallest, 3)
  assert.deepEqual(
    report.dose?.rows.map(({ isLikeBest }) => isLikeBest),
    [false, false, true, true],
  )
})

test('assigned and really given are two effects, the first one first', () => {
  const trials = liveTrials({ seed: 'exposed', sessions: 400, share: 0.5, cold: 0.4, effect: 0.2 }).map(
    (trial, index) => (trial.arm === 'warm' ? { ...trial, exposed: index % 5 > 0 } : trial),
  )
  const { exposure, primary } = analyse(live, trials)
  assert.equal(exposure.isAlarm, true)
  assert.ok((exposure.adjusted?.estimate ?? 0) > (primary.estimate ?? 0))
})

test('checks that never vary and arms that ran one after the other are told of', () => {
  const trials = pairsOf({ wins: 2, both: 20, neither: 20 })
  const apart = trials.map((trial, index) => ({ ...trial, startedAt: index + (trial.arm === 'warm' ? 1e6 : 0) }))
  const alarms = analyse(declare(), apart).checks.filter(({ isAlarm }) => isAlarm)
  assert.deepEqual(
    alarms.map(({ name }) => name),
    ['checks that never vary', 'interleaving'],
  )
})

test('secondary metrics are corrected together by Holm, and none is called sure that would not be alone', () => {
  const { secondary } = analyse(declare(), plantedTrials({ seed: 'holm', tasks: 60, cold: 0.5, effect: 0.1 }))
  const known = secondary.flatMap(({ p, pHolm }) => (p === null || pHolm === null ? [] : [{ p, pHolm }]))
  assert.ok(known.length >= 4)
  const ordered = known.toSorted((one, other) => one.p - other.p)
  let before = 0
  for (const [rank, { p, pHolm }] of ordered.entries()) {
    before = Math.max(before, Math.min(1, p * (ordered.length - rank)))
    assert.ok(Math.abs(pHolm - before) < 1e-12, `${p}: ${pHolm}, not ${before}`)
  }
})

test('an extra success costs what the arms cost apart, by the successes that it brings', () => {
  const trials = pairsOf({ wins: 5, losses: 1, both: 4 }).map((trial) => ({
    ...trial,
    metrics: { 'cost-usd': trial.arm === 'warm' ? 0.3 : 0.1 },
  }))
  const { money } = analyse(declare(), trials)
  // Four more of ten tasks for 20 cents a task more.
  assert.ok(Math.abs((money?.extraCostUsd ?? 0) - 0.2) < 1e-12)
  assert.ok(Math.abs((money?.perExtraSuccess ?? 0) - 0.5) < 1e-12)
  const worse = analyse(
    declare(),
    pairsOf({ losses: 3, both: 4 }).map((trial) => ({ ...trial, metrics: { 'cost-usd': 0.1 } })),
  )
  assert.equal(worse.money?.perExtraSuccess, null, 'nothing was bought')
})

test('what is missing is said in units and money', () => {
  const report = analyse(declare(), plantedTrials({ seed: 'needed', tasks: 30, cold: 0.5, effect: 0.2 }))
  assert.equal(report.verdict, 'not-enough-data')
  assert.ok((report.needed?.units ?? 0) > 0)
  assert.ok((report.needed?.costUsd ?? 0) > 0)
})

test('a certificate is whole until somebody changes it', async () => {
  const { isCertificateWhole } = await import('../template/certificate.ts')
  const { certificate } = analyse(declare(), pairsOf({ wins: 12, losses: 2, both: 10 }))
  assert.equal(isCertificateWhole(certificate), true)
  assert.equal(isCertificateWhole({ ...certificate, estimate: 0.9 }), false)
})

test('looked at after every five pairs, equal arms are called helpful or harmful in at most 5 % of experiments', () => {
  const rounds = 150
  let wrong = 0
  for (let round = 0; round < rounds; round++) {
    const trials = plantedTrials({ seed: `null ${round}`, tasks: 60, cold: 0.5, effect: 0 })
    for (let pairs = 5; pairs <= 60; pairs += 5) {
      const [compared] = analysePrimary(declare(), trials.slice(0, 2 * pairs))
      if (compared?.verdict === 'helps' || compared?.verdict === 'hurts') {
        wrong++
        break
      }
    }
  }
  assert.ok(wrong / rounds <= 0.05 + 3 * Math.sqrt((0.05 * 0.95) / rounds), `${wrong} of ${rounds}`)
})

test('intervals cover a planted effect', () => {
  const rounds = 150
  for (const repeats of [1, 3]) {
    let missed = 0
    for (let round = 0; round < rounds; round++) {
      const trials = plantedTrials({ seed: `cover ${repeats} ${round}`, tasks: 60, repeats, cold: 0.5, effect: 0.2 })
      const [compared] = analysePrimary(declare({ repeats, stopping: { rule: 'fixed', n: 60 } }), trials)
      const { low, high } = compared?.effect ?? {}
      if ((low ?? 0) > 0.2 || (high ?? 0) < 0.2) missed++
    }
    assert.ok(missed / rounds <= 0.05 + 3 * Math.sqrt((0.05 * 0.95) / rounds), `${repeats}: ${missed} of ${rounds}`)
  }
})

test('a second cold arm is given nothing by design, which is no alarm, and no effect of 0 points is promised to be found', () => {
  const again = { ...COLD, name: 'cold-again' }
  const trials = ['one', 'two'].flatMap((task, nth) =>
    ['cold', 'cold-again'].map((arm) => trialOf({ task, arm, end: nth === 0 ? 'pass' : 'fail', exposed: false })),
  )
  const report = analyse(declare({ arms: [COLD, again] }), trials)
  assert.deepEqual([report.exposure.given, report.exposure.isAlarm], [null, false])
  assert.doesNotMatch(missingSentence(report) ?? '', /effect of -?0\.0 points is found/)
})
