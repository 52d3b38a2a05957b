import type { Estimate, Rate } from './estimate.ts'
import { wilson } from './wilson.ts'

/** x successes of n independent trials. */
export interface Share {
  x: number
  n: number
}

/** Difference a - b of two independent shares, hybrid score interval (Newcombe 1998, method 10); n counts all trials. */
export const newcombe = (a: Share, b: Share, confidence = 0.95): Estimate => ({
  ...combineIntervals(wilson(a.x, a.n, confidence), wilson(b.x, b.n, confidence)),
  n: a.n + b.n,
})

/** How many pairs had a success in both, in only one, or in neither. */
export interface PairCounts {
  both: number
  onlyA: number
  onlyB: number
  neither: number
}

/**
 * Difference a - b of two shares measured on the same units, hybrid score interval with the correlation of the pairs
 * (Newcombe 1998, method 10 for paired data); n counts pairs.
 */
export const newcombePaired = (counts: PairCounts, confidence = 0.95): Estimate => {
  const { both, onlyA, onlyB, neither } = counts
  const n = both + onlyA + onlyB + neither
  const a = wilson(both + onlyA, n, confidence)
  const b = wilson(both + onlyB, n, confidence)
  return { ...combineIntervals(a, b, pairCorrelation(counts, n)), n }
}

/**
 * The interval of a - b from an interval of each (MOVER): distances to the bounds are added like standard errors,
 * which keeps their asymmetry. `correlation` is that of the two estimates, 0 when they are independent.
 */
export const combineIntervals = (a: Rate, b: Rate, correlation = 0): Omit<Estimate, 'n'> => {
  const estimate = a.rate - b.rate
  const below = reach(a.rate - a.low, b.high - b.rate, correlation)
  const above = reach(a.high - a.rate, b.rate - b.low, correlation)
  return { estimate, low: Math.max(estimate - below, -1), high: Math.min(estimate + above, 1) }
}

const reach = (first: number, second: number, correlation: number): number =>
  Math.sqrt(Math.max(first * first - 2 * correlation * first * second + second * second, 0))

/** Phi with Newcombe's continuity correction of a positive association; 0 where a margin is empty. */
const pairCorrelation = ({ both, onlyA, onlyB, neither }: PairCounts, n: number): number => {
  const margins = (both + onlyA) * (onlyB + neither) * (both + onlyB) * (onlyA + neither)
  if (margins === 0) return 0
  const association = both * neither - onlyA * onlyB
  return (association > 0 ? Math.max(association - n / 2, 0) : association) / Math.sqrt(margins)
}
