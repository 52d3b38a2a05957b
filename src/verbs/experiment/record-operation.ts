import type { App } from '../../app.ts'
import { AppError } from '../../lib/error.ts'
import type { TrialEnd } from '../../schema/experiment.ts'
import type { Connection } from '../../store/connection.ts'
import { setExperimentState } from '../../store/experiments/experiment.ts'
import { type RecordableTrial, recordableTrials, recordTrial } from '../../store/experiments/trial-record.ts'
import { findExperiment } from './find-operation.ts'
import type { ExperimentRecorded } from './shape.ts'

export interface RecordInput {
  name: string
  /** A task, a session key, or the path of a transcript. */
  subject: string
  arm: string | undefined
  repeat: number | undefined
  end: TrialEnd | undefined
  reason: string | undefined
  /** From 0 to 1. */
  score: number | undefined
  /** From 1 to 5. */
  rating: number | undefined
  /** Whether this record may replace a different earlier one. */
  replaces: boolean
}

/**
 * Saves the outcome of a trial that a person or another program reports. The same outcome twice changes nothing; a
 * different one needs `replaces`.
 */
export const recordOutcome = async (app: App, store: Connection, input: RecordInput): Promise<ExperimentRecorded> => {
  const found = await findExperiment(app, store, input.name)
  const trial = await trialMeant(store, found.id, input)
  const { end = trial.end, score = trial.score ?? undefined, rating } = input
  const metrics = rating === undefined ? trial.metrics : { ...trial.metrics, rating: (rating - 1) / 4 }
  if (end === null && rating === undefined)
    throw new AppError('usage', 'how did it end?', { hint: '--pass, --fail, --invalid REASON, or --rating 1..5' })
  const isSame = end === trial.end && (score ?? null) === trial.score && metrics.rating === trial.metrics.rating
  const isOther =
    (trial.end !== null && end !== trial.end) ||
    (trial.metrics.rating !== undefined && metrics.rating !== trial.metrics.rating)
  if (isOther && !input.replaces)
    throw new AppError(
      'already-recorded',
      `${trial.task} in arm ${trial.arm} is on record as ${trial.end ?? 'rated'}`,
      {
        hint: '--replace changes what was recorded',
      },
    )
  if (!isSame)
    await recordTrial(store, found.id, {
      ...trial,
      end,
      score: score ?? null,
      metrics,
      now: app.now(),
      reason: input.reason ?? null,
    })
  if (found.state === 'declared') await setExperimentState(store, found.id, { state: 'running' })
  return {
    experiment: found.id,
    task: trial.task,
    repeat: trial.repeat,
    arm: trial.arm,
    end,
    score: score ?? null,
    rating: metrics.rating === undefined ? null : 1 + 4 * metrics.rating,
    changed: !isSame,
  }
}

const trialMeant = async (
  store: Connection,
  experiment: string,
  { subject, arm, repeat, name }: RecordInput,
): Promise<RecordableTrial> => {
  const byTask = await recordableTrials(store, experiment, { task: subject })
  const all = byTask.length > 0 ? byTask : await recordableTrials(store, experiment, { session: subject })
  const meant = all.filter(
    (trial) => (arm === undefined || trial.arm === arm) && (repeat === undefined || trial.repeat === repeat),
  )
  const [one] = meant
  if (one === undefined)
    throw new AppError('no-such-trial', `${name} has no trial of ${subject} that has been run`, {
      hint: `\`warmstart experiment status ${name}\` shows how far it is`,
    })
  if (meant.length > 1)
    throw new AppError('ambiguous', `${subject} was run ${meant.length} times`, {
      hint: `say which: --arm ${one.arm} --repeat ${one.repeat}`,
    })
  return one
}
