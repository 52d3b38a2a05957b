import type { Estimate } from '../lib/stats/estimate.ts'
import { figureOfRate, moverDifference } from '../lib/stats/mover.ts'
import { addCluster, clusterRate, clusterRatio, emptySums, type RatioSums } from '../lib/stats/ratio.ts'

/**
 * Compares two sets of calls of one session within each kind of work, then joins the kinds with Mantel-Haenszel
 * weights. A kind of work that only one side has counts for nothing.
 */
export interface Contrast {
  add(stratum: number, side: 0 | 1, isError: boolean): void
  /** Returns the weighted sum of differences (side 1 minus side 0) and the sum of weights, then resets. */
  take(): WeightedDifference
}

interface WeightedDifference {
  difference: number
  weight: number
  /** Weighted sum of error rates for each side. Second minus first is the difference. */
  rates: [number, number]
  /** Calls and errors of both sides over all strata. */
  n: [number, number]
  x: [number, number]
}

/** A stratum is a character code below this number. */
const STRATA = 128

export const createContrast = (): Contrast => {
  const n = [new Float64Array(STRATA), new Float64Array(STRATA)] as const
  const x = [new Float64Array(STRATA), new Float64Array(STRATA)] as const
  const used: number[] = []
  return {
    add: (stratum, side, isError) => {
      const at = stratum < STRATA ? stratum : 0
      if (n[0][at] === 0 && n[1][at] === 0) used.push(at)
      n[side][at]!++
      if (isError) x[side][at]!++
    },
    take: () => {
      const sum: WeightedDifference = { difference: 0, weight: 0, rates: [0, 0], n: [0, 0], x: [0, 0] }
      for (const at of used) {
        const [first, second] = [n[0][at]!, n[1][at]!]
        sum.n[0] += first
        sum.n[1] += second
        sum.x[0] += x[0][at]!
        sum.x[1] += x[1][at]!
        if (first > 0 && second > 0) {
          const weight = (first * second) / (first + second)
          sum.weight += weight
          sum.rates[0] += (weight * x[0][at]!) / first
          sum.rates[1] += (weight * x[1][at]!) / second
          sum.difference += weight * (x[1][at]! / second - x[0][at]! / first)
        }
        for (const side of [0, 1] as const) {
          n[side][at] = 0
          x[side][at] = 0
        }
      }
      used.length = 0
      return sum
    },
  }
}

/** Sums over sessions: their differences, and the rates of both sides with the same weights. */
export interface ContrastSums {
  change: RatioSums
  sides: [RatioSums, RatioSums]
}

export const emptyContrast = (): ContrastSums => ({ change: emptySums(), sides: [emptySums(), emptySums()] })

/** Adds the result of `take` for one session. A session without comparable calls adds nothing. */
export const addContrast = (
  { change, sides }: ContrastSums,
  { difference, weight, rates }: Pick<WeightedDifference, 'difference' | 'weight' | 'rates'>,
): void => {
  addCluster(change, difference, weight)
  addCluster(sides[0], rates[0], weight)
  addCluster(sides[1], rates[1], weight)
}

/**
 * The difference over all sessions with its interval; null with fewer than two sessions. If all sessions are equal,
 * their spread is unknown, and the rates of both sides bound the difference instead. The rates have the same weights
 * as the difference, so the difference lies inside the interval. A weight is at most the number of its calls, so the
 * interval is too wide rather than too narrow.
 */
export const contrastFigure = ({ change, sides }: ContrastSums): Estimate | null => {
  const known = clusterRatio(change)
  if (known !== null) return bounded(known)
  const [before, after] = [clusterRate(sides[0]), clusterRate(sides[1])]
  if (change.clusters < 2 || before === null || after === null) return null
  return bounded({ ...moverDifference(figureOfRate(after), figureOfRate(before)), n: change.clusters })
}

/** Cuts an interval to [-1, 1], because two shares cannot differ by more. */
export const bounded = ({ estimate, low, high, n }: Estimate): Estimate => ({
  estimate,
  low: Math.max(-1, low),
  high: Math.min(1, high),
  n,
})
