import { passPower } from '../lib/stats/pass-power.ts'
import type { Trial } from '../schema/experiment.ts'
import type { ExperimentReport } from '../schema/listing/experiment-report.ts'
import { isPassed, metricValue } from './metric-scale.ts'
import type { SortedTrials } from './sort-trials.ts'
import { meanOf } from './units.ts'

type ArmReport = ExperimentReport['arms'][number]

/** What one arm did, taken alone. */
export const reportArm = (name: string, { valid, invalid }: Pick<SortedTrials, 'valid' | 'invalid'>): ArmReport => {
  const own = valid.filter(({ arm }) => arm === name)
  const lost = invalid.filter(({ arm }) => arm === name)
  // Whether an unchecked trial succeeded is unknown.
  const checked = own.filter(({ unchecked }) => unchecked !== true)
  const tasks = [...Map.groupBy(checked, ({ task }) => task).values()]
  const mean = meanOf(tasks.map((trials) => meanOf(trials.map((trial) => metricValue(trial, 'success') ?? 0)) ?? 0))
  return {
    name,
    trials: own.length + lost.length,
    invalid: lost.length,
    reasons: reasonsOf(lost),
    success:
      mean === undefined ? null : { mean: Math.min(Math.max(mean, 0), 1), tasks: tasks.length, trials: checked.length },
    passPower: powersOf(tasks),
    costUsd: costOf(own, checked),
    exposed: own.filter(({ exposed }) => exposed === true).length,
    notExposed: own.filter(({ exposed }) => exposed === false).length,
    exposureUnknown: own.filter(({ exposed }) => exposed === null).length,
  }
}

const reasonsOf = (lost: readonly Trial[]): ArmReport['reasons'] =>
  [...Map.groupBy(lost, ({ reason }) => reason ?? 'no reason recorded')]
    .map(([reason, own]) => ({ reason, trials: own.length }))
    .toSorted((one, other) => other.trials - one.trials || (one.reason < other.reason ? -1 : 1))

/** From 2 on: pass^1 is the success rate. Tasks with fewer runs than k are left out of k. */
const powersOf = (tasks: readonly Trial[][]): ArmReport['passPower'] => {
  const most = tasks.reduce((runs, trials) => Math.max(runs, trials.length), 0)
  return Array.from({ length: Math.max(0, Math.min(most, MOST_POWERS) - 1) }, (_, index) => {
    const k = index + 2
    const chances = tasks.flatMap((trials) => {
      const passed = trials.filter(isPassed).length
      const chance = passPower(passed, trials.length, k)
      return chance === null ? [] : [chance]
    })
    return { k, chance: meanOf(chances) ?? 0, tasks: chances.length }
  })
}

const MOST_POWERS = 8

const costOf = (own: readonly Trial[], checked: readonly Trial[]): ArmReport['costUsd'] => {
  const isPriced = (trial: Trial): boolean => metricValue(trial, 'cost-usd') !== undefined
  const total = (trials: readonly Trial[]): number =>
    trials.reduce((sum, trial) => sum + (metricValue(trial, 'cost-usd') ?? 0), 0)
  const [priced, known] = [own.filter(isPriced), checked.filter(isPriced)]
  if (priced.length === 0) return null
  const passes = known.filter(isPassed).length
  return { total: total(priced), trials: priced.length, perSuccess: passes === 0 ? null : total(known) / passes }
}
