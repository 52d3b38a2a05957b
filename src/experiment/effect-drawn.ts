import { adjustedScores, asymptoticSequence, FEWEST_IN_ARM } from '../lib/stats/asymptotic-sequence.ts'
import { fisherExact } from '../lib/stats/fisher.ts'
import { meanInterval, welchInterval } from '../lib/stats/mean-interval.ts'
import { newcombe } from '../lib/stats/newcombe.ts'
import { twoSamplePermutation } from '../lib/stats/permutation.ts'
import type { EffectOptions, RawEffect } from './raw-effect.ts'
import { pOfEvidence } from './effect-paired.ts'
import type { MetricScale } from './metric-scale.ts'
import { type DrawnSession, meanOf } from './units.ts'

/** Above this many sessions Welch's t says the same as a permutation. */
const MOST_PERMUTED = 200

/**
 * The effect on sessions that drew their arm. From 30 sessions in each arm on, scores are adjusted by what earlier sessions of the same
 * stratum did, and may be looked at all the time. Below that, and for history without a draw, only a fixed-n answer is given.
 */
export const drawnEffect = (
  sessions: readonly DrawnSession[],
  { kind }: MetricScale,
  options: EffectOptions & { isDrawn: boolean },
): RawEffect => {
  const outcomes = sessions.flatMap(({ probability, ...rest }) =>
    probability === null ? [] : [{ ...rest, probability }],
  )
  const scores = options.isDrawn ? adjustedScores(outcomes, kind === 'bounded' ? { pretended: 0.5 } : {}) : null
  const own = sessions.filter(({ isGiven }) => isGiven !== null)
  if (scores === null) return smallSample(own, kind, options)
  const n = outcomes.filter(({ isGiven }) => isGiven !== null).length
  return adjustedEffect(scores, { firstLook: firstLookOf(outcomes), n }, options)
}

const adjustedEffect = (
  scores: number[],
  { firstLook, n }: { firstLook: number; n: number },
  { alpha, tightestAt }: EffectOptions,
): RawEffect => {
  const [sequence, student] = [asymptoticSequence(scores, { alpha, tightestAt }), meanInterval(scores, alpha)]
  return {
    estimate: meanOf(scores) ?? null,
    fixed: student === null ? null : { low: student.low, high: student.high },
    p: student?.p ?? null,
    alwaysValid:
      sequence === null ? null : { low: sequence.low, high: sequence.high, p: pOfEvidence(sequence.logEvidence) },
    n,
    method: 'AIPW scores, adjusted by earlier sessions of the stratum; always-valid: asymptotic sequence',
    scores,
    firstLook,
  }
}

/** How many sessions it took until both arms had enough. */
const firstLookOf = (outcomes: readonly Pick<DrawnSession, 'isGiven'>[]): number => {
  const counts = { given: 0, withheld: 0 }
  const index = outcomes.findIndex(({ isGiven }) => {
    if (isGiven !== null) counts[isGiven ? 'given' : 'withheld']++
    return Math.min(counts.given, counts.withheld) >= FEWEST_IN_ARM
  })
  return index + 1
}

const smallSample = (
  sessions: readonly DrawnSession[],
  kind: MetricScale['kind'],
  { alpha, seed }: EffectOptions,
): RawEffect => {
  const values = (isGiven: boolean): number[] =>
    sessions
      .filter((each) => each.isGiven === isGiven)
      .map(({ value }) => value)
      .toSorted((one, other) => one - other)
  const [a, b] = [values(false), values(true)]
  const n = sessions.length
  const none: RawEffect = {
    estimate: null,
    fixed: null,
    p: null,
    alwaysValid: null,
    n,
    method: 'an arm is empty',
    scores: [],
    firstLook: 0,
  }
  const [meanA, meanB] = [meanOf(a), meanOf(b)]
  if (meanA === undefined || meanB === undefined) return none
  const estimate = meanB - meanA
  if (kind === 'bounded' && [...a, ...b].every((value) => value === 0 || value === 1)) {
    const [x, y] = [a, b].map((arm) => arm.filter((value) => value === 1).length) as [number, number]
    const { low, high } = newcombe({ x: y, n: b.length }, { x, n: a.length }, 1 - alpha)
    const p = fisherExact(y, b.length - y, x, a.length - x)
    const method = `Newcombe interval and Fisher's exact test; always-valid from ${FEWEST_IN_ARM} sessions in each arm on`
    return { ...none, estimate, fixed: { low, high }, p, method }
  }
  const welch = welchInterval(a, b, alpha)
  const p = n <= MOST_PERMUTED ? twoSamplePermutation(a, b, { seed }) : (welch?.p ?? null)
  return {
    ...none,
    estimate,
    fixed: welch === null ? null : { low: welch.low, high: welch.high },
    p,
    method: `Welch's t${n <= MOST_PERMUTED ? ' and permutation' : ''}; always-valid from ${FEWEST_IN_ARM} sessions in each arm on`,
  }
}
