import type { App } from '../../app.ts'
import { readRepeatedMistakes } from '../../lesson/proof/run-known-mistakes.ts'
import { refreshTallies } from '../../profile/run.ts'
import type { Connection } from '../../store/connection.ts'
import { setExperimentState } from '../../store/experiments/experiment.ts'
import { historySessions } from '../../store/experiments/history-trials.ts'
import { addTrials } from '../../store/experiments/trial-record.ts'
import type { FoundExperiment } from './find-operation.ts'

/**
 * Takes the sessions of the history as trials of an observational experiment: sessions that got a seed or lessons are
 * the second arm, the others the first. No draw assigned the arms, so the result proves nothing.
 */
export const collectHistory = async (
  { owner }: Pick<App, 'owner'>,
  store: Connection,
  { id, declaration }: FoundExperiment,
): Promise<number> => {
  await refreshTallies(store)
  const [first, second] = declaration.arms
  const sessions = await historySessions(store, owner, declaration.project)
  const repeated = await readRepeatedMistakes(store, { owner, project: declaration.project })
  const added = await addTrials(
    store,
    id,
    sessions.map(
      ({ id: session, sessionKey, isGiven, model, taskType, startedAt, calls, agentErrors, tokens, costUsd }) => ({
        task: sessionKey,
        arm: (isGiven ? second : first)?.name ?? '',
        taskType,
        // The history does not record how a session ended. This value is not used: success is never the primary metric
        // of this design.
        end: 'pass',
        reason: null,
        score: null,
        metrics: {
          steps: calls,
          'agent-errors': agentErrors,
          ...withCount(repeated.get(session)),
          ...(tokens === null ? {} : { tokens }),
          ...(costUsd === null ? {} : { 'cost-usd': costUsd }),
        },
        model,
        exposed: null,
        startedAt,
        session: sessionKey,
      }),
    ),
  )
  await setExperimentState(store, id, { state: 'done', reason: null })
  return added
}

const withCount = (count: number | undefined) => (count === undefined ? {} : { 'repeated-mistakes': count })
