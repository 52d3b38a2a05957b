import type { App } from '../../app.ts'
import { analyse } from '../../experiment/analyse.ts'
import { isoTime } from '../../lib/clock.ts'
import type { Trial } from '../../schema/experiment.ts'
import type { Connection } from '../../store/connection.ts'
import { countTrials, listExperiments } from '../../store/experiments/experiment.ts'
import { type FoundExperiment, findExperiment } from './find-operation.ts'
import { readTrials } from '../../experiment/run-read-trials.ts'
import type { ExperimentList, ExperimentStatus } from './shape.ts'

export type { ExperimentList, ExperimentStatus } from './shape.ts'

/** Reports the progress of an experiment and its results so far. */
export const experimentStatus = async (app: App, store: Connection, name: string): Promise<ExperimentStatus> =>
  statusOf(app, store, await findExperiment(app, store, name))

const MOST_REASONS = 5

/** Does the same for an experiment that was already found. */
export const statusOf = async (
  { now }: Pick<App, 'now'>,
  store: Connection,
  found: FoundExperiment,
): Promise<ExperimentStatus> => {
  const { id, declaration, state, reason, spentUsd, budgetUsd } = found
  const trials = await readTrials(store, found)
  const report = analyse(declaration, trials)
  const reasons = Map.groupBy(
    trials.filter(({ end }) => end === 'invalid'),
    (trial) => trial.reason ?? 'unknown',
  )
  return {
    id,
    name: declaration.name,
    design: declaration.design,
    state,
    reason,
    declaredAt: isoTime(declaration.declaredAt) ?? '',
    primary: declaration.primary,
    trials: await countTrials(store, id, now()),
    arms: declaration.arms.map(({ name }) => countArm(name, trials)),
    running: report.comparisons.map(({ effect }) => ({
      arm: effect.arm,
      against: effect.against,
      difference:
        effect.estimate === null
          ? null
          : { estimate: effect.estimate, low: effect.alwaysValid?.low ?? null, high: effect.alwaysValid?.high ?? null },
    })),
    verdict: report.verdict,
    withdraw: report.withdraw,
    spentUsd,
    budgetUsd,
    invalidReasons: [...reasons]
      .map(([each, own]) => ({ reason: each, trials: own.length }))
      .toSorted((one, other) => other.trials - one.trials)
      .slice(0, MOST_REASONS),
  }
}

const countArm = (name: string, trials: readonly Trial[]): ExperimentStatus['arms'][number] => {
  const count = (end: Trial['end']): number =>
    trials.filter((trial) => trial.arm === name && trial.end === end && trial.unchecked !== true).length
  return { name, passed: count('pass'), failed: count('fail'), invalid: count('invalid') }
}

/** All experiments of the local user, the newest first. */
export const experimentList = async ({ owner }: Pick<App, 'owner'>, store: Connection): Promise<ExperimentList> =>
  (await listExperiments(store, owner)).map(({ id, declaration, state, verdict }) => ({
    id,
    name: declaration.name,
    design: declaration.design,
    state,
    verdict,
    declaredAt: isoTime(declaration.declaredAt) ?? '',
    arms: declaration.arms.map(({ name }) => name),
    tasks: declaration.tasks.length,
  }))
