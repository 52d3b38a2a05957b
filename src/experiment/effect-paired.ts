import { asymptoticSequence, FEWEST_IN_ARM } from '../lib/stats/asymptotic-sequence.ts'
import { ratioBootstrap } from '../lib/stats/bootstrap.ts'
import { differenceCells, differenceInterval } from '../lib/stats/difference-bets.ts'
import { mcnemarExact } from '../lib/stats/mcnemar.ts'
import { meanInterval } from '../lib/stats/mean-interval.ts'
import { newcombePaired } from '../lib/stats/newcombe.ts'
import { pairedPermutation } from '../lib/stats/permutation.ts'
import type { EffectOptions, RawEffect } from './raw-effect.ts'
import type { MetricScale } from './metric-scale.ts'
import type { PairedUnit } from './units.ts'

/** Resampling adds nothing to Student's t with more units than this, and takes a second. */
const MOST_RESAMPLED = 200
/** Fewer differing units than this do not show how differences spread: the interval then comes from bets, which need no spread. */
const FEWEST_DIFFERING = 10

/** The effect on tasks that both arms worked at. */
export const pairedEffect = (
  units: readonly PairedUnit[],
  { kind }: MetricScale,
  options: EffectOptions,
): RawEffect => {
  const ordered = units.toSorted((one, other) => (one.at ?? 0) - (other.at ?? 0))
  const scores = ordered.map(({ a, b }) => b - a)
  if (scores.length === 0)
    return { estimate: null, fixed: null, p: null, alwaysValid: null, n: 0, method: 'no pairs', scores, firstLook: 1 }
  if (kind !== 'bounded') return unboundedEffect(scores, options)
  const { estimate, low, high, n, logEvidence } = differenceInterval(differenceCells(scores), options.alpha)
  const alwaysValid = { low, high, p: pOfEvidence(logEvidence) }
  const isBinary = units.every(({ a, b }) => (a === 0 || a === 1) && (b === 0 || b === 1))
  const fixed = isBinary ? binaryFixed(units, options) : meansFixed(scores, alwaysValid, options)
  return { estimate, ...fixed, alwaysValid, n, scores, firstLook: 1 }
}

/** 1 / evidence: a p value that stays valid however often the user looks. */
export const pOfEvidence = (logEvidence: number): number => Math.min(1, Math.exp(-logEvidence))

type Fixed = Pick<RawEffect, 'fixed' | 'p' | 'method'>

const binaryFixed = (units: readonly PairedUnit[], { alpha }: EffectOptions): Fixed => {
  const count = (a: number, b: number): number => units.filter((unit) => unit.a === a && unit.b === b).length
  const [wins, losses] = [count(0, 1), count(1, 0)]
  const counts = { both: count(1, 1), onlyA: wins, onlyB: losses, neither: count(0, 0) }
  const { low, high } = newcombePaired(counts, 1 - alpha)
  return {
    fixed: { low, high },
    p: mcnemarExact(losses, wins),
    method: 'Newcombe interval and exact McNemar test of pairs; always-valid: mixture of bets',
  }
}

const meansFixed = (
  scores: readonly number[],
  alwaysValid: { low: number; high: number },
  { alpha, seed }: EffectOptions,
): Fixed => {
  const differing = scores.filter((score) => score !== 0).length
  const student = meanInterval(scores, alpha)
  if (differing < FEWEST_DIFFERING || student === null)
    return {
      fixed: { low: alwaysValid.low, high: alwaysValid.high },
      p: pairedPermutation(sorted(scores), { seed }),
      method: 'mixture of bets on task means (few tasks differ), sign permutation',
    }
  if (scores.length > MOST_RESAMPLED)
    return {
      fixed: { low: Math.max(student.low, -1), high: Math.min(student.high, 1) },
      p: student.p,
      method: "Student's t over task means; always-valid: mixture of bets",
    }
  const clusters = sorted(scores).map((x) => ({ x, n: 1 }))
  const { low, high } = ratioBootstrap(clusters, { seed, confidence: 1 - alpha })
  return {
    fixed: { low, high },
    p: pairedPermutation(sorted(scores), { seed }),
    method: 'bootstrap over tasks and sign permutation; always-valid: mixture of bets',
  }
}

/** Resampling picks units by their place, so that equal sets must stand in equal order. */
const sorted = (values: readonly number[]): number[] => values.toSorted((one, other) => one - other)

const unboundedEffect = (scores: number[], { alpha, tightestAt, seed }: EffectOptions): RawEffect => {
  const n = scores.length
  const estimate = scores.reduce((sum, score) => sum + score, 0) / n
  const student = meanInterval(sorted(scores), alpha)
  const sequence = n < FEWEST_IN_ARM ? null : asymptoticSequence(sorted(scores), { alpha, tightestAt })
  const isResampled = n <= MOST_RESAMPLED
  return {
    estimate,
    fixed: student === null ? null : { low: student.low, high: student.high },
    p: isResampled ? pairedPermutation(sorted(scores), { seed }) : (student?.p ?? null),
    alwaysValid:
      sequence === null ? null : { low: sequence.low, high: sequence.high, p: pOfEvidence(sequence.logEvidence) },
    n,
    method: `Student's t over tasks${isResampled ? ', sign permutation' : ''}; always-valid from ${FEWEST_IN_ARM} tasks on: asymptotic sequence`,
    scores,
    firstLook: FEWEST_IN_ARM,
  }
}
