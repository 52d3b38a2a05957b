import type { Trial } from '../../schema/experiment.ts'
import type { Connection } from '../connection.ts'
import { update, where } from '../statement.ts'
import { pick, type RowOf } from '../table.ts'
import { trialValues } from './experiment.ts'
import { TRIAL, TRIAL_PAIR } from './tables.ts'

/** How often a pair with an invalid trial is run in all. */
export const MOST_ROUNDS = 3

/** A pair that this holder alone may run, until its claim ends. */
export interface ClaimedPair {
  ordinal: number
  task: string
  repeat: number
  round: number
  attempt: number
  /** Arms that still have to be run, in their order. */
  arms: string[]
}

/** What a worker has to do next. */
export type Claim =
  | { kind: 'pair'; pair: ClaimedPair }
  /** Other workers hold all open pairs, or a pair waits before it is run again. */
  | { kind: 'wait' }
  | { kind: 'budget' }
  | { kind: 'closed' }
  | { kind: 'done' }

export interface ClaimRequest {
  experiment: string
  holder: string
  now: number
  leaseMs: number
  /** What a pair is expected to cost; held back from the budget until the pair has ended. */
  reserveUsd: number
}

/**
 * Takes the first open pair that no worker holds. Budget and claim are one transaction, so that workers on several machines cannot overspend
 * together. A claim whose end lies further ahead than a claim can last was made before the clock went back, and counts as ended.
 */
export const claimPair = (connection: Connection, request: ClaimRequest): Promise<Claim> =>
  connection.transaction(async (transaction) => {
    const { experiment, holder, leaseMs, reserveUsd } = request
    const now = await storeTime(transaction, request.now)
    const isOpen = await transaction.run(
      `update experiment set claims = claims + 1 where id = ? and state = 'running' and (budget_usd is null or
         (spent_usd < budget_usd and spent_usd + cast(? as double precision) + (select coalesce(sum(reserved_usd), 0)
            from trial_pair where experiment_id = experiment.id and state = 'open' and until > ?) <= budget_usd))`,
      [experiment, reserveUsd, now],
    )
    if (isOpen === 0) return closedOr(transaction, experiment)
    const [taken] = await transaction.all<PairRow>(
      `update trial_pair set holder = ?, until = ?, attempt = attempt + 1, reserved_usd = ?
        where experiment_id = ? and ordinal = (
          select ordinal from trial_pair where experiment_id = ? and state = 'open' and (until is null or until <= ? or until > ?)
           order by ordinal limit 1${transaction.engine.lockRow ?? ''})
       returning ${PAIR}`,
      [holder, now + leaseMs, reserveUsd, experiment, experiment, now, now + FURTHEST_LEASES * leaseMs],
    )
    if (taken === undefined) {
      const open = await transaction.all(
        "select 1 as one from trial_pair where experiment_id = ? and state = 'open' limit 1",
        [experiment],
      )
      return { kind: open.length > 0 ? 'wait' : 'done' }
    }
    return { kind: 'pair', pair: { ...taken, arms: await waitingArms(transaction, experiment, taken) } }
  })

/** Claims end one lease ahead, and a pause before a pair is run again is shorter than this. */
const FURTHEST_LEASES = 20

const PAIR = pick(TRIAL_PAIR, 'ordinal task repeat round attempt')
type PairRow = RowOf<typeof PAIR>

const closedOr = async (transaction: Connection, experiment: string): Promise<Claim> => {
  const [row] = await transaction.all<{ state: string }>('select state from experiment where id = ?', [experiment])
  if (row?.state === 'done') return { kind: 'done' }
  return { kind: row?.state === 'running' ? 'budget' : 'closed' }
}

const waitingArms = async (
  transaction: Connection,
  experiment: string,
  { ordinal, round }: Pick<PairRow, 'ordinal' | 'round'>,
): Promise<string[]> =>
  (
    await transaction.all<{ arm: string }>(
      `select arm from trial where experiment_id = ? and ordinal = ? and round = ? and state = 'waiting' order by place`,
      [experiment, ordinal, round],
    )
  ).map(({ arm }) => arm)

/** The store's own time where several machines share it; their clocks differ. */
const storeTime = async (connection: Connection, now: number): Promise<number> => {
  const { clock } = connection.engine
  if (clock === undefined) return now
  const [row] = await connection.all<{ now: number }>(`select ${clock} as now`)
  return row?.now ?? now
}

/** Proves that a worker still holds a pair. */
export interface Hold {
  experiment: string
  ordinal: number
  holder: string
  attempt: number
}

/** Makes a claim last longer. `lost`: another worker has the pair; `closed`: the experiment was stopped. */
export const keepClaim = async (
  connection: Connection,
  { experiment, ordinal, holder, attempt }: Hold,
  { now, leaseMs }: { now: number; leaseMs: number },
): Promise<'held' | 'lost' | 'closed'> => {
  const until = (await storeTime(connection, now)) + leaseMs
  const kept = await connection.run(
    `update trial_pair set until = ? where experiment_id = ? and ordinal = ? and holder = ? and attempt = ? and state = 'open'`,
    [until, experiment, ordinal, holder, attempt],
  )
  if (kept === 0) return 'lost'
  const [row] = await connection.all<{ state: string }>('select state from experiment where id = ?', [experiment])
  return row?.state === 'running' ? 'held' : 'closed'
}

/** Gives a pair back without a result, for the next worker to take at once. That is no attempt: no worker died in it. */
export const releasePair = (connection: Connection, { experiment, ordinal, holder, attempt }: Hold): Promise<number> =>
  connection.run(
    `update trial_pair set holder = null, until = null, reserved_usd = 0, attempt = attempt - 1
      where experiment_id = ? and ordinal = ? and holder = ? and attempt = ? and state = 'open'`,
    [experiment, ordinal, holder, attempt],
  )

/** How a trial ended; `end` null: a person has yet to say. */
export interface TrialResult extends Omit<Trial, 'task' | 'repeat' | 'arm' | 'end' | 'taskType' | 'propensity'> {
  end: Trial['end'] | null
  endedAt: number
}

/** What follows: the next arm of the pair, the whole pair once more, nothing, or `refused` where the pair is not this worker's any more. */
export type Finished = 'next' | 'again' | 'pair-done' | 'refused'

/**
 * Keeps the result of a trial, if the pair is still held by the same holder in the same attempt. An invalid trial ends the round: the pair is
 * run again as a whole after `pauseMs`, at most `MOST_ROUNDS` times.
 */
export const finishTrial = (
  connection: Connection,
  hold: Hold,
  {
    arm,
    round,
    result,
    costUsd,
    pauseMs,
  }: { arm: string; round: number; result: TrialResult; costUsd: number; pauseMs: number },
): Promise<Finished> =>
  connection.transaction(async (transaction) => {
    const { experiment, ordinal } = hold
    if ((await writeResult(transaction, hold, { arm, round, result })) === 0) return 'refused'
    await transaction.run('update experiment set spent_usd = spent_usd + cast(? as double precision) where id = ?', [
      costUsd,
      experiment,
    ])
    const isAgain = result.end === 'invalid' && round < MOST_ROUNDS
    if (isAgain) {
      const now = await storeTime(transaction, result.endedAt)
      await planAgain(transaction, hold, { round, until: pauseMs === 0 ? null : now + pauseMs })
      return 'again'
    }
    if (result.end === 'invalid') await leaveOut(transaction, hold, round)
    if ((await waitingArms(transaction, experiment, { ordinal, round })).length > 0) return 'next'
    await transaction.run(
      `update trial_pair set state = 'done', holder = null, until = null, reserved_usd = 0 where experiment_id = ? and ordinal = ?`,
      [experiment, ordinal],
    )
    await transaction.run(
      `update experiment set state = 'done', reason = null where id = ? and not exists (
         select 1 from trial_pair where experiment_id = experiment.id and state = 'open')`,
      [experiment],
    )
    return 'pair-done'
  })

const writeResult = (
  transaction: Connection,
  { experiment, ordinal, holder, attempt }: Hold,
  { arm, round, result }: { arm: string; round: number; result: TrialResult },
): Promise<number> => {
  const { end, reason, score, metrics, model, exposed, startedAt, endedAt, session } = result
  return update(
    transaction,
    TRIAL,
    {
      state: end === null ? 'unrated' : 'done',
      ending: end,
      reason,
      score,
      metrics: JSON.stringify(metrics),
      model,
      exposed: exposed === null ? null : Number(exposed),
      started_at: startedAt,
      ended_at: endedAt,
      session,
      attempt,
    },
    where(
      ['experiment_id = ? and ordinal = ?', experiment, ordinal],
      ["arm = ? and round = ? and state = 'waiting'", arm, round],
      [
        `exists (select 1 from trial_pair where experiment_id = ? and ordinal = ? and holder = ? and attempt = ? and round = ?
           and state = 'open')`,
        experiment,
        ordinal,
        holder,
        attempt,
        round,
      ],
    ),
  )
}

/** Marks the trials of a round that will not be run. */
const leaveOut = (transaction: Connection, { experiment, ordinal }: Hold, round: number): Promise<number> =>
  transaction.run(
    `update trial set state = 'left-out' where experiment_id = ? and ordinal = ? and round = ? and state = 'waiting'`,
    [experiment, ordinal, round],
  )

const PLANNED = pick(TRIAL, 'task repeat arm place task_type')

const planAgain = async (
  transaction: Connection,
  hold: Hold,
  { round, until }: { round: number; until: number | null },
): Promise<void> => {
  const { experiment, ordinal } = hold
  await leaveOut(transaction, hold, round)
  const rows = await transaction.all<RowOf<typeof PLANNED>>(
    `select ${PLANNED} from trial where experiment_id = ? and ordinal = ? and round = ? order by place`,
    [experiment, ordinal, round],
  )
  await transaction.insertNew(
    TRIAL,
    rows.map((row) => trialValues({ ...row, experiment_id: experiment, round: round + 1, ordinal })),
  )
  await transaction.run(
    `update trial_pair set round = ?, holder = null, until = ?, reserved_usd = 0 where experiment_id = ? and ordinal = ?`,
    [round + 1, until, experiment, ordinal],
  )
}
