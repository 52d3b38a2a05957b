import { analyse } from '../analyse.ts'
import { armPairs, attemptedUnits } from '../primary.ts'
import { readTrials } from '../run-read-trials.ts'
import type { Trial, Verdict } from '../../schema/experiment.ts'
import type { Connection } from '../../store/connection.ts'
import {
  type KeptExperiment,
  listExperiments,
  setExperimentState,
  writeVerdict,
} from '../../store/experiments/experiment.ts'
import { ALL_DRAWN } from './run-assign.ts'

/**
 * Ends experiments over live sessions whose declared rule says that nothing more is needed, and keeps their verdicts: from then on sessions are no longer held
 * cold. Returns those that ended.
 */
export const settleLive = async (store: Connection, owner: string): Promise<{ name: string; verdict: Verdict }[]> => {
  const ended: { name: string; verdict: Verdict }[] = []
  for (const experiment of (await listExperiments(store, owner)).filter(isOpen)) {
    const { id, declaration } = experiment
    const trials = await readTrials(store, experiment)
    const { verdict } = analyse(declaration, trials)
    const reason = endOf(experiment, { trials, verdict })
    if (reason === undefined) continue
    await writeVerdict(store, id, verdict)
    await setExperimentState(store, id, { state: 'done', reason })
    ended.push({ name: declaration.name, verdict })
  }
  return ended
}

const isOpen = ({ declaration: { design }, state, reason }: KeptExperiment): boolean =>
  (design === 'live' || design === 'reversal') &&
  (state === 'declared' || state === 'running' || (state === 'stopped' && reason === ALL_DRAWN))

/** Why nothing more is needed; undefined: sessions are still waited for. */
const endOf = (
  { declaration }: KeptExperiment,
  { trials, verdict }: { trials: readonly Trial[]; verdict: Verdict },
): string | undefined => {
  const { stopping } = declaration
  if (stopping.rule === 'fixed') {
    const isFull = armPairs(declaration).every((two) => attemptedUnits(declaration, two, trials) >= stopping.n)
    return isFull ? 'all declared sessions have ended' : undefined
  }
  if (verdict !== 'not-enough-data') return 'a verdict stands'
  const sessions = new Set(trials.map(({ task }) => task)).size
  return stopping.most !== null && sessions >= stopping.most ? 'all declared sessions have ended' : undefined
}
