import type { Trial } from '../../schema/experiment.ts'
import type { Connection } from '../connection.ts'
import { pick, type RowOf, toRecord } from '../table.ts'
import { addFigures } from './live-trials.ts'
import { TRIAL } from './tables.ts'

const ENDED = pick(
  TRIAL,
  'task repeat arm ending reason score metrics model task_type propensity exposed started_at session',
)

const trialOf = (row: RowOf<typeof ENDED>): Trial => toRecord(TRIAL, row) as Trial

/**
 * Trials that have an end, in the order of the design. Of a pair that was run again, the earlier rounds count with their invalid trials only: a valid
 * trial whose partner was invalid was run again with it, and one task counts once.
 */
export const endedTrials = async (connection: Connection, id: string): Promise<Trial[]> => {
  const rows = await connection.all<RowOf<typeof ENDED>>(
    `select ${ENDED} from trial left join trial_pair
         on trial_pair.experiment_id = trial.experiment_id and trial_pair.ordinal = trial.ordinal
      where trial.experiment_id = ? and trial.state = 'done'
        and (trial.ordinal is null or trial.round = trial_pair.round or trial.ending = 'invalid')
      order by trial.ordinal, trial.round, trial.place, trial.started_at, trial.task, trial.arm`,
    [id],
  )
  return rows.map(trialOf)
}

/**
 * Sessions of a live experiment whose result was not recorded, with the figures of those that were imported. Whether
 * their task was done is unknown.
 */
export const openLiveTrials = async (connection: Connection, id: string): Promise<Trial[]> => {
  const rows = await connection.all<RowOf<typeof ENDED>>(
    `select ${ENDED} from trial where experiment_id = ? and ordinal is null and ending is null order by started_at, task`,
    [id],
  )
  return addFigures(
    connection,
    id,
    rows.map((row) => ({ ...trialOf(row), end: 'pass', unchecked: true })),
  )
}
