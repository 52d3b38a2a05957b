import { type DifferenceCell, differenceEvidence, differenceInterval } from '../../lib/stats/difference-bets.ts'
import { createRandom, pickIndex } from '../../lib/stats/random.ts'
import type { Declaration, Trial, Verdict } from '../../schema/experiment.ts'
import { scaleOf } from '../metric-scale.ts'
import { analysePrimary } from '../primary.ts'
import { judge } from '../verdict.ts'
import type { Pool } from './generator.ts'

export interface Replications {
  replications: number
  truth: number
  meanEstimate: number
  /** Share in which the always-valid interval held the truth at every look. */
  coverage: number
  /** Share in which the interval for one look at the end held the truth. Null with several repeats: its bootstrap takes too long here. */
  coverageFixed: number | null
  /** Share that said "helps" at any look although the truth is not above 0. */
  falseHelps: number
  /** What each said first, looking after every pair; what it says at the end where it said nothing before. */
  verdicts: Record<Verdict, number>
}

export interface Resampling {
  replications: number
  /** Tasks of one experiment. */
  pairs: number
  /** How often each task runs in each arm. */
  repeats: number
  seed: number
  margin: number
  alpha: number
}

/**
 * Repeats an experiment many times with pairs drawn anew from what its tasks gave, looks after every pair, and lets the product's own
 * analysis speak at the end.
 */
export const resample = (
  pool: Pool,
  { replications, pairs, repeats, seed, margin, alpha }: Resampling,
): Replications => {
  const random = createRandom(`bench resample ${seed}`)
  const verdicts = { helps: 0, hurts: 0, 'no-practical-difference': 0, 'not-enough-data': 0 }
  let [sum, covered, coveredFixed, falseHelps] = [0, 0, 0, 0]
  for (let one = 0; one < replications; one++) {
    const outcomes = drawPairs(pool, { pairs, repeats, random })
    const looks = lookAtAll(outcomes, { truth: pool.truth, alpha, repeats })
    if (!looks.everMissed) covered++
    if (looks.said === 'helps' && pool.truth <= 0) falseHelps++
    const end = atEnd(looks.cells, { margin, alpha, pairs })
    verdicts[looks.said ?? end.verdict]++
    sum += end.estimate
    if (repeats === 1 && isInFixed(outcomes, { truth: pool.truth, pairs, seed, margin, alpha })) coveredFixed++
  }
  const share = (count: number): number => (replications === 0 ? 0 : count / replications)
  return {
    replications,
    truth: pool.truth,
    meanEstimate: share(sum),
    coverage: share(covered),
    coverageFixed: repeats === 1 ? share(coveredFixed) : null,
    falseHelps: share(falseHelps),
    verdicts,
  }
}

/** Passes and failures of one task, repeat by repeat. */
interface Outcome {
  cold: number[]
  warm: number[]
}

const drawPairs = (
  { cold, warm }: Pool,
  { pairs, repeats, random }: { pairs: number; repeats: number; random: () => number },
): Outcome[] =>
  Array.from({ length: pairs }, () => {
    const task = pickIndex(random, cold.length)
    const drawn = (from: Uint8Array | undefined): number[] =>
      Array.from({ length: repeats }, () => from?.[pickIndex(random, from.length)] ?? 0)
    return { cold: drawn(cold[task]), warm: drawn(warm[task]) }
  })

const passes = (outcomes: readonly number[]): number => outcomes.reduce((sum, one) => sum + one, 0)

/** Looks after every single pair: was the truth ever refuted, and what was said first? */
const lookAtAll = (
  outcomes: readonly Outcome[],
  { truth, alpha, repeats }: { truth: number; alpha: number; repeats: number },
): { everMissed: boolean; said: 'helps' | 'hurts' | undefined; cells: DifferenceCell[] } => {
  const limit = Math.log(1 / alpha)
  const cells = Array.from({ length: 2 * repeats + 1 }, (_, index) => ({ value: index / repeats - 1, count: 0 }))
  let [everMissed, sum] = [false, 0]
  let said: 'helps' | 'hurts' | undefined
  for (const { cold, warm } of outcomes) {
    const difference = passes(warm) - passes(cold)
    const cell = cells[difference + repeats]
    if (cell !== undefined) cell.count++
    sum += difference
    if (!everMissed && differenceEvidence(cells, truth) >= limit) everMissed = true
    if (said === undefined && differenceEvidence(cells, 0) >= limit) said = sum > 0 ? 'helps' : 'hurts'
  }
  return { everMissed, said, cells }
}

/** What the product's verdict is after the last pair, by the interval that allows for looking. */
const atEnd = (
  cells: readonly DifferenceCell[],
  { margin, alpha, pairs }: Pick<Resampling, 'margin' | 'alpha' | 'pairs'>,
): { verdict: Verdict; estimate: number } => {
  const { estimate, low, high, n } = differenceInterval(cells, alpha)
  const raw = {
    estimate,
    fixed: null,
    p: null,
    alwaysValid: { low, high, p: 1 },
    n,
    method: '',
    scores: [],
    firstLook: 1,
  }
  const stopping = { rule: 'always-valid' as const, most: pairs }
  const scale = scaleOf('success', [])
  const { verdict } = judge(raw, { margin, alpha, stopping, scale, attempted: n, unit: 'pairs' })
  return { verdict, estimate }
}

const isInFixed = (
  outcomes: readonly Outcome[],
  { truth, pairs, ...declared }: Pick<Resampling, 'pairs' | 'seed' | 'margin' | 'alpha'> & { truth: number },
): boolean => {
  const [compared] = analysePrimary(declare(pairs, { ...declared, repeats: 1 }), trialsOf(outcomes))
  const { low = null, high = null } = compared?.effect ?? {}
  return low !== null && high !== null && low <= truth && truth <= high
}

const trialsOf = (outcomes: readonly Outcome[]): Trial[] =>
  outcomes.flatMap((outcome, index) =>
    (['cold', 'warm'] as const).flatMap((arm) =>
      outcome[arm].map((isPassed, at) => trialOf(`pair-${index}`, { arm, repeat: at + 1, isPassed: isPassed === 1 })),
    ),
  )

const trialOf = (
  task: string,
  { arm, repeat, isPassed }: { arm: string; repeat: number; isPassed: boolean },
): Trial => ({
  task,
  repeat,
  arm,
  end: isPassed ? 'pass' : 'fail',
  reason: null,
  score: null,
  metrics: {},
  model: null,
  taskType: null,
  propensity: null,
  exposed: null,
  startedAt: null,
  session: null,
})

/** The declaration of a bench experiment: cold against warm, looked at as often as one likes. */
export const declare = (
  pairs: number,
  { seed, margin, alpha, repeats }: Pick<Resampling, 'seed' | 'margin' | 'alpha' | 'repeats'>,
): Declaration => ({
  name: 'bench',
  design: 'paired',
  arms: [
    { name: 'cold', treatment: { kind: 'cold' }, share: null },
    { name: 'warm', treatment: { kind: 'warm', form: 'text' }, share: null },
  ],
  primary: 'success',
  margin,
  alpha,
  stopping: { rule: 'always-valid', most: pairs },
  repeats,
  tasks: [],
  runner: 'bench',
  model: null,
  project: null,
  seed,
  declaredAt: 0,
})
