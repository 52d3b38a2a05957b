import type { Connection } from '../connection.ts'
import { given, insertRecord, readRecords, where } from '../statement.ts'
import { integer, optional, pick, type RecordOf, table, text, word } from '../table.ts'

export const JOB = table(
  'job',
  ['id'],
  {
    id: text,
    owner: text,
    name: text,
    /** Five fields: minute, hour, day, month, weekday. */
    schedule: text,
    timezone: text,
    /** What becomes of runs that were due while no gateway ran: made up for once, or left out. */
    missed: word<'run' | 'skip'>(),
    prompt: text,
    /** Targets of the delivery, as they were written. */
    deliver: text,
    /** The chat it was made in, as JSON. */
    origin: optional(text),
    state: word<'active' | 'paused'>(),
    created_at: integer,
    next_at: optional(integer),
    runs: integer,
  },
  {
    last_at: optional(integer),
    /** How the last run ended. */
    last_state: optional(text),
    last_note: optional(text),
  },
)

/** Something that the agent is asked by the clock. */
export type Job = RecordOf<typeof JOB>

const EVERY_COLUMN = pick(JOB)

export const addJob = async (connection: Connection, job: Job): Promise<void> => {
  await insertRecord(connection, JOB, { ...job, runs: 0 })
}

/** Of one owner, or of all; in the order in which they are due. */
export const listJobs = (connection: Connection, owner?: string): Promise<Job[]> => {
  const { sql, values } = where(given('owner = ?', owner))
  return readRecords(connection, JOB, EVERY_COLUMN, `where ${sql} order by state, next_at, id`, values)
}

/** Those whose id begins so, or that are called so; of one owner, or of all. */
export const findJobs = async (connection: Connection, text: string, owner?: string): Promise<Job[]> => {
  const jobs = await listJobs(connection, owner)
  const exact = jobs.filter(({ id, name }) => id === text || name === text)
  return exact.length > 0 ? exact : jobs.filter(({ id }) => id.startsWith(text))
}

export const readJob = async (connection: Connection, id: string): Promise<Job | undefined> =>
  (await readRecords(connection, JOB, EVERY_COLUMN, 'where id = ?', [id]))[0]

/** What is due now. */
export const dueJobs = (connection: Connection, now: number): Promise<Job[]> =>
  readRecords(connection, JOB, EVERY_COLUMN, "where state = 'active' and next_at <= ? order by next_at, id", [now])

/** Moves a job on, unless another gateway has: true for exactly one of those that found it due at the same time. */
export const advanceJob = async (
  connection: Connection,
  { id, from, to, now }: { id: string; from: number; to: number | undefined; now: number },
): Promise<boolean> =>
  (await connection.run(
    "update job set next_at = ?, last_at = ?, runs = runs + 1 where id = ? and next_at = ? and state = 'active'",
    [to ?? null, now, id, from],
  )) > 0

/** Counts a run besides the schedule. */
export const countRun = (connection: Connection, id: string, now: number): Promise<number> =>
  connection.run('update job set last_at = ?, runs = runs + 1 where id = ?', [now, id])

/** Moves a job on without a run: what was missed and is left out. */
export const skipJob = async (
  connection: Connection,
  { id, from, to }: { id: string; from: number; to: number | undefined },
): Promise<boolean> =>
  (await connection.run("update job set next_at = ? where id = ? and next_at = ? and state = 'active'", [
    to ?? null,
    id,
    from,
  ])) > 0

export const setJobState = (
  connection: Connection,
  id: string,
  { state, nextAt }: { state: Job['state']; nextAt: number | undefined },
): Promise<number> => connection.run('update job set state = ?, next_at = ? where id = ?', [state, nextAt ?? null, id])

export const noteJob = (
  connection: Connection,
  id: string,
  { state, note }: { state: string; note: string | undefined },
): Promise<number> =>
  connection.run('update job set last_state = ?, last_note = ? where id = ?', [state, note ?? null, id])

export const deleteJob = (connection: Connection, id: string): Promise<number> =>
  connection.run('delete from job where id = ?', [id])
