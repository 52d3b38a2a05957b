import type { Metric } from '../schema/experiment.ts'
import type { EffectReport, ExperimentReport } from '../schema/listing/experiment-report.ts'

/** What an extra success costs; null where no cost is known for both arms. */
export const moneyOf = (
  arms: ExperimentReport['arms'],
  { arm, against, estimate }: EffectReport,
  metric: Metric,
): ExperimentReport['money'] => {
  const perTrial = (name: string): number | null => {
    const cost = arms.find((each) => each.name === name)?.costUsd ?? null
    return cost === null ? null : cost.total / cost.trials
  }
  const [given, withheld] = [perTrial(arm), perTrial(against)]
  if (given === null || withheld === null) return null
  const extraCostUsd = given - withheld
  const isMore = metric === 'success' && estimate !== null && estimate > 0
  return { extraCostUsd, perExtraSuccess: isMore ? extraCostUsd / estimate : null }
}
