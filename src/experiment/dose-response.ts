import type { Declaration, Trial } from '../schema/experiment.ts'
import type { ExperimentReport } from '../schema/listing/experiment-report.ts'
import { effectOf, reportEffect } from './effect.ts'
import type { EffectOptions } from './raw-effect.ts'
import { metricValue, scaleOf } from './metric-scale.ts'
import { meanOf } from './units.ts'

/** With two doses there is nothing between cold and warm to find. */
const FEWEST_DOSES = 3

/** How outcomes go with the dose, and the smallest dose that cannot be told from the best one; null below three doses. */
export const doseResponse = (
  { arms, design }: Declaration,
  valid: readonly Trial[],
  options: EffectOptions,
): ExperimentReport['dose'] => {
  const doses = arms
    .flatMap(({ name, treatment, share }) => {
      const dose = treatment.kind === 'cold' ? 0 : treatment.kind === 'warm' ? treatment.dose : undefined
      const mean = armMean(valid, name, options.metric)
      return dose === undefined || mean === undefined ? [] : [{ arm: name, dose, share, ...mean }]
    })
    .toSorted((one, other) => one.dose - other.dose)
  if (doses.length < FEWEST_DOSES) return null
  const { better } = scaleOf(options.metric, [])
  const best = doses.reduce((top, each) =>
    (better === 'more' ? each.mean > top.mean : each.mean < top.mean) ? each : top,
  )
  const alpha = options.alpha / (doses.length - 1)
  const rows = doses.map(({ arm, dose, mean, n, share }) => {
    const row = { arm, dose, mean, n }
    if (arm === best.arm) return { ...row, fromBest: null, isLikeBest: true }
    const both = share === null || best.share === null ? null : share / (share + best.share)
    const two = { a: best.arm, b: arm, share: both, areAll: arms.length === 2 }
    const effect = reportEffect(effectOf(valid, two, { ...options, alpha, design }), two, options)
    const interval =
      effect.alwaysValid ??
      (effect.low === null || effect.high === null ? null : { low: effect.low, high: effect.high })
    // Without an interval nothing tells the dose from the best one.
    if (interval === null || effect.estimate === null) return { ...row, fromBest: null, isLikeBest: true }
    const { low, high } = interval
    return { ...row, fromBest: { estimate: effect.estimate, low, high }, isLikeBest: low <= 0 && high >= 0 }
  })
  return { rows, best: best.dose, smallest: rows.find(({ isLikeBest }) => isLikeBest)?.dose ?? best.dose }
}

const armMean = (
  valid: readonly Trial[],
  name: string,
  metric: EffectOptions['metric'],
): { mean: number; n: number } | undefined => {
  const tasks = Map.groupBy(
    valid.filter(({ arm }) => arm === name),
    ({ task }) => task,
  )
  const means = [...tasks.values()].flatMap((own) => {
    const mean = meanOf(own.flatMap((trial) => metricValue(trial, metric) ?? []))
    return mean === undefined ? [] : [mean]
  })
  const mean = meanOf(means)
  return mean === undefined ? undefined : { mean, n: means.length }
}
