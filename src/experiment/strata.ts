import type { Declaration, Trial } from '../schema/experiment.ts'
import type { ExperimentReport } from '../schema/listing/experiment-report.ts'
import { effectOf, reportEffect } from './effect.ts'
import type { PrimaryComparison } from './primary.ts'

/** A reader does not go through a longer list of strata. */
const MOST_STRATA = 12

/** The primary effect inside each model and each kind of task, where there are several. To look at, not to decide by. */
export const strataOf = (
  { design }: Declaration,
  valid: readonly Trial[],
  { options, arms }: PrimaryComparison,
): ExperimentReport['strata'] =>
  (['model', 'task-type'] as const).flatMap((by) => {
    const groups = Map.groupBy(valid, ({ model, taskType }) => (by === 'model' ? model : taskType))
    groups.delete(null)
    if (groups.size < 2) return []
    return [...groups]
      .toSorted(([one, a], [other, b]) => b.length - a.length || ((one ?? '') < (other ?? '') ? -1 : 1))
      .slice(0, MOST_STRATA)
      .flatMap(([value, own]) => {
        const { estimate, low, high, n, alwaysValid } = reportEffect(
          effectOf(own, arms, { ...options, design }),
          arms,
          options,
        )
        const interval = alwaysValid ?? (low === null || high === null ? null : { low, high })
        if (estimate === null || interval === null) return []
        return [{ by, value: value ?? '', estimate, low: interval.low, high: interval.high, n }]
      })
  })
