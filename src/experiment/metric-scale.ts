import type { Metric, Trial } from '../schema/experiment.ts'

/** How values of a metric are compared. */
export interface MetricScale {
  /** `bounded`: shares in 0 to 1. `log`: ratios, so that one runaway trial does not decide. `linear`: counts and the rest. */
  kind: 'bounded' | 'log' | 'linear'
  better: 'more' | 'less'
}

export const METRICS: readonly Metric[] = [
  'success',
  'agent-errors',
  'repeated-mistakes',
  'steps',
  'tokens',
  'seconds',
  'cost-usd',
  'rating',
]

const MORE_IS_BETTER: readonly Metric[] = ['success', 'rating']
const RATIOS: readonly Metric[] = ['tokens', 'seconds', 'cost-usd']

/** The scale that a metric has, if these are all its values: a share outside 0 to 1 is no share, and 0 has no logarithm. */
export const scaleOf = (metric: Metric, values: readonly number[]): MetricScale => {
  const better = MORE_IS_BETTER.includes(metric) ? 'more' : 'less'
  if (better === 'more' && values.every((value) => value >= 0 && value <= 1)) return { kind: 'bounded', better }
  return { kind: RATIOS.includes(metric) && values.every((value) => value > 0) ? 'log' : 'linear', better }
}

/** The value of a valid trial; undefined where it is unknown. A check that gives part of the points counts by these points. */
export const metricValue = ({ end, score, metrics, unchecked }: Trial, metric: Metric): number | undefined => {
  if (end === 'invalid' || (metric === 'success' && unchecked === true)) return undefined
  const value = metric === 'success' ? (score ?? (end === 'pass' ? 1 : 0)) : metrics[metric]
  return value === undefined || !Number.isFinite(value) ? undefined : value
}

/** Whether a task is known to have been done. */
export const isPassed = ({ end, unchecked }: Trial): boolean => end === 'pass' && unchecked !== true
