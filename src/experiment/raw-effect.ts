import type { Metric } from '../schema/experiment.ts'

/** What a comparison of two arms by one metric comes to, still on the scale that it was computed on. */
export interface RawEffect {
  estimate: number | null
  fixed: { low: number; high: number } | null
  p: number | null
  alwaysValid: { low: number; high: number; p: number } | null
  n: number
  method: string
  /** Differences (paired) or scores (drawn) in order of time: their mean is the estimate. Empty where there are none. */
  scores: number[]
  /** The number of scores from which on a peek-safe interval may be looked at. */
  firstLook: number
}

export interface EffectOptions {
  metric: Metric
  alpha: number
  /** The number of units at which intervals should be tightest. */
  tightestAt: number
  seed: string
}
