import type { Trial, TrialEnd } from '../../schema/experiment.ts'
import type { Connection, Row } from '../connection.ts'
import { addFigures } from './live-trials.ts'

/**
 * Trials that have an end, in the order of the design. Of a pair that was run again, the earlier rounds count with their invalid trials only: a valid
 * trial whose partner was invalid was run again with it, and one task counts once.
 */
export const endedTrials = async (connection: Connection, id: string): Promise<Trial[]> => {
  const rows = await connection.all<TrialRow>(
    `select trial.* from trial left join trial_pair
         on trial_pair.experiment_id = trial.experiment_id and trial_pair.ordinal = trial.ordinal
      where trial.experiment_id = ? and trial.state = 'done'
        and (trial.ordinal is null or trial.round = trial_pair.round or trial.ending = 'invalid')
      order by trial.ordinal, trial.round, trial.place, trial.started_at, trial.task, trial.arm`,
    [id],
  )
  return rows.map(trialOf)
}

/** Sessions of a live experiment that nobody has said the end of, with the figures of those that came back. Whether their task was done is unknown. */
export const openLiveTrials = async (connection: Connection, id: string): Promise<Trial[]> => {
  const rows = await connection.all<TrialRow>(
    'select * from trial where experiment_id = ? and ordinal is null and ending is null order by started_at, task',
    [id],
  )
  return addFigures(
    connection,
    id,
    rows.map((row) => ({ ...trialOf(row), end: 'pass', unchecked: true })),
  )
}

interface TrialRow extends Row {
  task: string
  repeat: number
  arm: string
  ending: string
  reason: string | null
  score: number | null
  metrics: string
  model: string | null
  task_type: string | null
  propensity: number | null
  exposed: number | null
  started_at: number | null
  session: string | null
}

const trialOf = (row: TrialRow): Trial => ({
  task: row.task,
  repeat: row.repeat,
  arm: row.arm,
  end: row.ending as TrialEnd,
  reason: row.reason,
  score: row.score,
  metrics: JSON.parse(row.metrics) as Trial['metrics'],
  model: row.model,
  taskType: row.task_type,
  propensity: row.propensity,
  exposed: row.exposed === null ? null : row.exposed === 1,
  startedAt: row.started_at,
  session: row.session,
})
