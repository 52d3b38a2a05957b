import type { Declaration, Trial } from '../schema/experiment.ts'
import type { ExperimentReport } from '../schema/listing/experiment-report.ts'
import { metricValue } from './metric-scale.ts'
import { meanOf } from './units.ts'

/** Every task with what each arm made of it, the largest gain of the second arm first. */
export const taskRows = ({ arms, primary }: Declaration, valid: readonly Trial[]): ExperimentReport['tasks'] =>
  [...Map.groupBy(valid, ({ task }) => task)]
    .map(([task, own]) => {
      const cells = arms.map(({ name }) => {
        const trials = own.filter(({ arm }) => arm === name)
        return {
          arm: name,
          passed: trials.filter(({ end }) => end === 'pass').length,
          trials: trials.length,
          mean: meanOf(trials.flatMap((trial) => metricValue(trial, primary) ?? [])) ?? null,
          sessions: trials.flatMap(({ session }) => session ?? []),
        }
      })
      const [a, b] = [cells[0]?.mean ?? null, cells[1]?.mean ?? null]
      return {
        task,
        taskType: own[0]?.taskType ?? null,
        difference: a === null || b === null ? null : b - a,
        arms: cells,
      }
    })
    .toSorted(
      (one, other) =>
        (other.difference ?? Number.NEGATIVE_INFINITY) - (one.difference ?? Number.NEGATIVE_INFINITY) ||
        (one.task < other.task ? -1 : 1),
    )

/** Tasks by whether the second arm did better, worse or the same. */
export const countPairs = (tasks: ExperimentReport['tasks'], arm: number): NonNullable<ExperimentReport['pairs']> => {
  const counts = { pairs: 0, wins: 0, losses: 0, ties: 0 }
  for (const { arms } of tasks) {
    const [a, b] = [arms[0]?.mean ?? null, arms[arm]?.mean ?? null]
    if (a === null || b === null) continue
    counts.pairs++
    counts[b > a ? 'wins' : b < a ? 'losses' : 'ties']++
  }
  return counts
}
