import { asymptoticSequence } from '../lib/stats/asymptotic-sequence.ts'
import { differenceCells, differenceInterval } from '../lib/stats/difference-bets.ts'
import type { ExperimentReport } from '../schema/listing/experiment-report.ts'
import type { EffectOptions, RawEffect } from './raw-effect.ts'
import type { MetricScale } from './metric-scale.ts'

/** A line needs no more points than this; thousands of different scores get fewer, because each point bets on all of them. */
const MOST_POINTS = 48
const FEW_POINTS = 12
const MANY_VALUES = 500

/** The always-valid interval as it was after every few units, in order of time: what a user who looked would have seen. */
export const sequenceOf = (
  { scores, firstLook }: RawEffect,
  { kind }: MetricScale,
  { alpha, tightestAt, isPaired }: EffectOptions & { isPaired: boolean },
): ExperimentReport['sequence'] => {
  const isBet = isPaired && kind === 'bounded'
  const points = isBet && new Set(scores).size > MANY_VALUES ? FEW_POINTS : MOST_POINTS
  return looksAt(scores.length, points).flatMap((n) => {
    const sofar = scores.slice(0, n)
    if (n < firstLook) return []
    const found = isBet
      ? differenceInterval(differenceCells(sofar), alpha)
      : asymptoticSequence(sofar, { alpha, tightestAt })
    if (found === null) return []
    const shown = (value: number): number => (kind === 'log' ? Math.expm1(value) : value)
    return [{ n, estimate: shown(found.estimate), low: shown(found.low), high: shown(found.high) }]
  })
}

const looksAt = (n: number, points: number): number[] => {
  const looks = Array.from({ length: Math.min(points, n) }, (_, index) =>
    Math.round(((index + 1) * n) / Math.min(points, n)),
  )
  return [...new Set(looks)]
}
