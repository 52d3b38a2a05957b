import { metricValue } from './metric-scale.ts'
import type { Setup } from './setup.ts'
import { countKnownMistakes } from '../lesson/proof/run-known-mistakes.ts'
import type { Trial } from '../schema/experiment.ts'
import type { Connection } from '../store/connection.ts'
import { type KeptExperiment, readExperiment } from '../store/experiments/experiment.ts'
import { liveSessionIds } from '../store/experiments/live-trials.ts'
import { openLiveTrials } from '../store/experiments/trial-rows.ts'

/**
 * The trials of an experiment as the analysis takes them. A live session counts from the moment that its primary metric is known: where success decides, once
 * somebody has said how it ended; where mistakes, steps or costs decide, once it has come back.
 */
export const readTrials = async (
  store: Connection,
  experiment: Pick<KeptExperiment, 'id' | 'declaration' | 'setup' | 'owner'>,
): Promise<Trial[]> => {
  const { id, declaration } = experiment
  const ended = (await readExperiment(store, id))?.trials ?? []
  if (declaration.design !== 'live' && declaration.design !== 'reversal') return ended
  const open = declaration.primary === 'success' ? [] : await openLiveTrials(store, id)
  const trials = await addRepeated(store, experiment, [...ended, ...open])
  return trials.filter((trial) => trial.unchecked !== true || metricValue(trial, declaration.primary) !== undefined)
}

/** What was recorded for a trial stands before what its session shows. */
const addRepeated = async (
  store: Connection,
  { id, owner, setup }: Pick<KeptExperiment, 'id' | 'setup' | 'owner'>,
  trials: readonly Trial[],
): Promise<Trial[]> => {
  const { mistakes } = setup as Setup
  if (mistakes === undefined) return [...trials]
  const ids = await liveSessionIds(store, id)
  const sessions = trials.flatMap(({ task }) => ids.get(task) ?? [])
  const counts = await countKnownMistakes(store, { owner, sessions }, mistakes)
  return trials.map((trial) => {
    const count = counts.get(ids.get(trial.task) ?? '')
    return count === undefined ? trial : { ...trial, metrics: { 'repeated-mistakes': count, ...trial.metrics } }
  })
}
