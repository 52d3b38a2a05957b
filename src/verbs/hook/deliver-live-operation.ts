import type { Connection } from '../../store/connection.ts'
import { liveExperiment } from '../../store/experiments/experiment.ts'
import { noteExposed } from '../../store/experiments/trial-record.ts'
import { assignArm } from '../../experiment/live/run-assign.ts'
import type { Delivered, Moment, Occasion } from './occasion-operation.ts'
import { refusalOf, requireTime } from './deliver-check-operation.ts'

/**
 * In a live experiment, a session gets only the text of its arm, once, and again after a compaction. Such a session
 * counts in no figure of a single lesson, whatever its arm.
 */
export const deliverInExperiment = async (
  store: Connection,
  occasion: Occasion,
  moment: Moment,
): Promise<Delivered> => {
  const { session, now, project } = occasion
  if (moment.kind === 'resume' || moment.kind === 'failed-call') return {}
  const experiment = await liveExperiment(store, session.owner, project)
  // The experiment was stopped a moment ago.
  if (experiment === undefined) return {}
  const { given, isRecorded } = await assignArm(store, experiment, {
    sessionKey: session.sessionKey,
    taskType: null,
    model: occasion.model ?? null,
    now,
  })
  const text = given?.text ?? ''
  requireTime(occasion)
  const refused = text === '' ? undefined : await refusalOf(text, occasion)
  const isExposed = text !== '' && refused === undefined
  const isFirst = isRecorded
    ? await noteExposed(store, experiment.id, { sessionKey: session.sessionKey, isExposed })
    : moment.kind === 'start'
  if (refused !== undefined) return { refused }
  return isExposed && (isFirst || moment.kind === 'compaction') ? { text } : {}
}
