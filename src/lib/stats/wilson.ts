import type { Rate } from './estimate.ts'
import { normalQuantile } from './normal.ts'

/**
 * Wilson's score interval of a share: honest from n = 1 on, inside [0, 1], never of zero width. For independent trials;
 * calls of one session are not independent (see `clusterRate`). Fractional successes are allowed, for effective sizes.
 */
export const wilson = (successes: number, n: number, confidence = 0.95): Rate => {
  if (!(n > 0)) throw new RangeError('wilson: n must be positive')
  const rate = Math.min(Math.max(successes / n, 0), 1)
  return { rate, ...scoreInterval(rate, n, normalQuantile(0.5 + confidence / 2)), n }
}

/** The rates p for which |rate - p| <= critical * sqrt(p (1 - p) / size). */
export const scoreInterval = (rate: number, size: number, critical: number): { low: number; high: number } => {
  const square = critical * critical
  const middle = rate + square / (2 * size)
  const reach = critical * Math.sqrt((rate * (1 - rate)) / size + square / (4 * size * size))
  const scale = 1 + square / size
  // At the ends one bound is the rate itself; rounding must not move it past.
  return {
    low: rate === 0 ? 0 : Math.min(Math.max((middle - reach) / scale, 0), rate),
    high: rate === 1 ? 1 : Math.max(Math.min((middle + reach) / scale, 1), rate),
  }
}
