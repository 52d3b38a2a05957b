import type { Estimate, Rate } from './estimate.ts'

/**
 * Interval of `a - factor * b` for two independent figures that have intervals of their own: each limit is as far away
 * as the limits of the two together (the method of variance estimates recovery). It keeps their asymmetry.
 */
export const moverDifference = (a: Figure, b: Figure, factor = 1): Estimate => {
  const estimate = a.value - factor * b.value
  const below = Math.hypot(a.value - a.low, factor * (b.high - b.value))
  const above = Math.hypot(a.high - a.value, factor * (b.value - b.low))
  return { estimate, low: estimate - below, high: estimate + above, n: a.n + b.n }
}

export interface Figure {
  value: number
  low: number
  high: number
  n: number
}

export const figureOfRate = ({ rate, low, high, n }: Rate): Figure => ({ value: rate, low, high, n })
export const figureOfEstimate = ({ estimate, low, high, n }: Estimate): Figure => ({ value: estimate, low, high, n })
