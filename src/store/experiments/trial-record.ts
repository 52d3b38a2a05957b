import type { Trial } from '../../schema/experiment.ts'
import type { Connection } from '../connection.ts'
import { update, where } from '../statement.ts'
import { pick, type RecordOf, type RowOf, toRecord } from '../table.ts'
import type { TrialResult } from './trial-claim.ts'
import { trialValues } from './experiment.ts'
import { TRIAL } from './tables.ts'

/** A session that is drawn for a live experiment. */
export interface AssignedSession {
  sessionKey: string
  arm: string
  propensity: number | null
  taskType: string | null
  model: string | null
  /** 1, or the cycle of a reversal. */
  repeat: number
}

/**
 * Draws a session's arm and writes it down. A session that has an arm keeps it. Draws of one experiment come one after the other, on whatever machine, so
 * that each knows of all before it; a session never stands before a session that was drawn earlier, whatever the clocks say.
 */
export const assignSession = (
  connection: Connection,
  experiment: string,
  { sessionKey, taskType, model, now }: Pick<AssignedSession, 'sessionKey' | 'taskType' | 'model'> & { now: number },
  draw: (transaction: Connection) => Promise<Pick<AssignedSession, 'arm' | 'propensity' | 'repeat'>>,
): Promise<{ arm: string; propensity: number | null }> =>
  connection.transaction(async (transaction) => {
    await transaction.run('update experiment set claims = claims + 1 where id = ?', [experiment])
    const standing = await assignedArm(transaction, experiment, sessionKey)
    if (standing !== undefined) return standing
    const { arm, propensity, repeat } = await draw(transaction)
    const [last] = await transaction.all<{ at: number | null }>(
      'select max(started_at) as at from trial where experiment_id = ?',
      [experiment],
    )
    const key = { experiment_id: experiment, task: sessionKey, repeat, arm, round: 1 }
    const drawn = { model, task_type: taskType, propensity, started_at: Math.max(now, (last?.at ?? 0) + 1) }
    await transaction.insertNew(TRIAL, [trialValues({ ...key, ...drawn })])
    return { arm, propensity }
  })

/** The arm that a session has in an experiment; undefined: none yet. */
export const assignedArm = async (
  connection: Connection,
  experiment: string,
  sessionKey: string,
): Promise<{ arm: string; propensity: number | null } | undefined> => {
  const [row] = await connection.all<{ arm: string; propensity: number | null }>(
    'select arm, propensity from trial where experiment_id = ? and task = ?',
    [experiment, sessionKey],
  )
  return row === undefined ? undefined : { arm: row.arm, propensity: row.propensity }
}

/** How many sessions each arm has among those of a task type and a model, as these were known when their arms were drawn. */
export const countStratum = async (
  connection: Connection,
  experiment: string,
  { taskType, model }: { taskType: string | null; model: string | null },
): Promise<Map<string, number>> => {
  // `= null` finds nothing, and `is not distinct from` no index.
  const known = [taskType, model].filter((value) => value !== null)
  const rows = await connection.all<{ arm: string; n: number }>(
    `select arm, count(*) as n from trial where experiment_id = ? and task_type ${taskType === null ? 'is null' : '= ?'}
        and model ${model === null ? 'is null' : '= ?'} group by arm`,
    [experiment, ...known],
  )
  return new Map(rows.map(({ arm, n }) => [arm, Number(n)]))
}

/** How many sessions an experiment has drawn so far. */
export const countAssigned = async (connection: Connection, experiment: string): Promise<number> => {
  const [row] = await connection.all<{ n: number }>('select count(*) as n from trial where experiment_id = ?', [
    experiment,
  ])
  return row?.n ?? 0
}

/** Notes whether a session has really got what its arm gives. False: that was known before. */
export const noteExposed = async (
  connection: Connection,
  experiment: string,
  { sessionKey, isExposed }: { sessionKey: string; isExposed: boolean },
): Promise<boolean> =>
  (await connection.run(
    'update trial set exposed = ? where experiment_id = ? and task = ? and (exposed is null or exposed < ?)',
    [Number(isExposed), experiment, sessionKey, Number(isExposed)],
  )) > 0

const RECORDABLE = pick(TRIAL, 'task repeat arm round ending score metrics')

/** A trial that a person can record, because it was assigned or run. `end` is null until it has ended. */
export type RecordableTrial = RecordOf<typeof TRIAL, typeof RECORDABLE>

/** Trials of a task or of a session, the last round of each only. */
export const recordableTrials = async (
  connection: Connection,
  experiment: string,
  { task, session }: { task?: string | undefined; session?: string | undefined },
): Promise<RecordableTrial[]> => {
  const rows = await connection.all<RowOf<typeof RECORDABLE>>(
    `select ${RECORDABLE} from trial
      where experiment_id = ? and ${task === undefined ? 'session' : 'task'} = ?
        and (ordinal is null or state in ('unrated', 'done'))
        and round = (select max(other.round) from trial as other where other.experiment_id = trial.experiment_id
          and other.task = trial.task and other.repeat = trial.repeat and other.arm = trial.arm)
      order by repeat, place`,
    [experiment, task ?? session ?? ''],
  )
  return rows.map((row) => toRecord(TRIAL, row))
}

/** Keeps what was said about a trial. */
export const recordTrial = (
  connection: Connection,
  experiment: string,
  {
    task,
    repeat,
    arm,
    round,
    end,
    score,
    metrics,
    now,
    reason,
  }: RecordableTrial & { now: number; reason?: string | null },
): Promise<number> =>
  update(
    connection,
    TRIAL,
    {
      state: end === null ? 'unrated' : 'done',
      ending: end,
      reason: reason ?? null,
      score,
      metrics: JSON.stringify(metrics),
    },
    where(
      ['experiment_id = ?', experiment],
      ['task = ?', task],
      ['repeat = ?', repeat],
      ['arm = ?', arm],
      ['round = ?', round],
    ),
    ['ended_at = coalesce(ended_at, ?)', now],
  )

/** Adds trials that were not run here, such as sessions of the history. Those that are there already stay as they are. */
export const addTrials = async (
  connection: Connection,
  experiment: string,
  trials: readonly (Pick<Trial, 'task' | 'arm' | 'taskType'> & Omit<TrialResult, 'endedAt'>)[],
): Promise<number> => {
  const rows = trials.map(({ task, arm, taskType, end, reason, score, metrics, model, exposed, startedAt, session }) =>
    trialValues({
      experiment_id: experiment,
      task,
      repeat: 1,
      arm,
      round: 1,
      state: end === null ? 'unrated' : 'done',
      ending: end,
      reason,
      score,
      metrics: JSON.stringify(metrics),
      model,
      task_type: taskType,
      exposed: exposed === null ? null : Number(exposed),
      started_at: startedAt,
      session,
    }),
  )
  const known = await connection.transaction((transaction) => transaction.insertNew(TRIAL, rows))
  return rows.length - known.length
}
