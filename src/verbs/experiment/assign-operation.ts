import type { App } from '../../app.ts'
import { assignArm } from '../../experiment/live/run-assign.ts'
import type { Connection } from '../../store/connection.ts'
import { findExperiment, requireDesign } from './find-operation.ts'
import type { ExperimentAssigned } from './shape.ts'

/**
 * Returns the arm of a session in a live experiment, for programs that start sessions themselves. The same session
 * always gets the same arm.
 */
export const assignToArm = async (
  app: App,
  store: Connection,
  {
    name,
    session,
    taskType,
    model,
  }: { name: string; session: string; taskType: string | undefined; model: string | undefined },
): Promise<ExperimentAssigned> => {
  const found = await findExperiment(app, store, name)
  requireDesign(found, ['live', 'reversal'], '`warmstart experiment run` runs the tasks of a paired experiment')
  const { arm, propensity, isRecorded, given } = await assignArm(store, found, {
    sessionKey: session,
    taskType: taskType ?? null,
    model: model ?? null,
    now: app.now(),
  })
  const balancedBy: ExperimentAssigned['balancedBy'] = [
    ...(taskType === undefined ? [] : ['task-type' as const]),
    ...(model === undefined ? [] : ['model' as const]),
  ]
  return {
    experiment: found.id,
    session,
    arm,
    propensity,
    balancedBy: found.declaration.design === 'live' && isRecorded ? balancedBy : [],
    recorded: isRecorded,
    text: given?.text ?? '',
  }
}
