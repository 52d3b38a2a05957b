import type { App } from '../../app.ts'
import { AppError } from '../../lib/error.ts'
import type { Connection } from '../../store/connection.ts'
import { setExperimentState, writeVerdict } from '../../store/experiments/experiment.ts'
import { findExperiment } from './find-operation.ts'
import type { ExperimentStatus } from './shape.ts'
import { statusOf } from './status-operation.ts'

/** Ends an experiment: its workers on all machines stop at their next beat. Finished trials stay. */
export const stopExperiment = async (
  app: App,
  store: Connection,
  { name, reason }: { name: string; reason: string | undefined },
): Promise<ExperimentStatus> => {
  const found = await findExperiment(app, store, name)
  if (found.state === 'done')
    throw new AppError('nothing-to-stop', `${found.declaration.name} has come to its end already`, {
      hint: `\`warmstart experiment report ${name}\` shows what it found`,
    })
  await setExperimentState(store, found.id, { state: 'stopped', reason: reason ?? 'a person stopped it' })
  const status = await statusOf(app, store, await findExperiment(app, store, found.id))
  await writeVerdict(store, found.id, status.verdict)
  return status
}
