import type { Connection, Row } from '../connection.ts'

/** Something that the agent is asked by the clock. */
export interface Job {
  id: string
  owner: string
  name: string
  /** Five fields: minute, hour, day, month, weekday. */
  schedule: string
  timezone: string
  /** What becomes of runs that were due while no gateway ran: made up for once, or left out. */
  missed: 'run' | 'skip'
  prompt: string
  /** Targets of the delivery, as they were written. */
  deliver: string
  /** The chat it was made in, as JSON. */
  origin: string | undefined
  state: 'active' | 'paused'
  createdAt: number
  nextAt: number | undefined
  lastAt: number | undefined
  /** How the last run ended. */
  lastState: string | undefined
  lastNote: string | undefined
  runs: number
}

export const addJob = async (connection: Connection, job: Job): Promise<void> => {
  const { id, owner, name, schedule, timezone, missed, prompt, deliver, origin, state, createdAt, nextAt } = job
  await connection.run(
    `insert into job (id, owner, name, schedule, timezone, missed, prompt, deliver, origin, state, created_at, next_at, runs)
       values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0)`,
    [id, owner, name, schedule, timezone, missed, prompt, deliver, origin ?? null, state, createdAt, nextAt ?? null],
  )
}

/** Of one owner, or of all; in the order in which they are due. */
export const listJobs = async (connection: Connection, owner?: string): Promise<Job[]> => {
  const rows = await connection.all<JobRow>(
    `select * from job${owner === undefined ? '' : ' where owner = ?'} order by state, next_at, id`,
    owner === undefined ? [] : [owner],
  )
  return rows.map(jobOf)
}

/** Those whose id begins so, or that are called so; of one owner, or of all. */
export const findJobs = async (connection: Connection, text: string, owner?: string): Promise<Job[]> => {
  const jobs = await listJobs(connection, owner)
  const exact = jobs.filter(({ id, name }) => id === text || name === text)
  return exact.length > 0 ? exact : jobs.filter(({ id }) => id.startsWith(text))
}

export const readJob = async (connection: Connection, id: string): Promise<Job | undefined> => {
  const [row] = await connection.all<JobRow>('select * from job where id = ?', [id])
  return row === undefined ? undefined : jobOf(row)
}

/** What is due now. */
export const dueJobs = async (connection: Connection, now: number): Promise<Job[]> => {
  const rows = await connection.all<JobRow>(
    "select * from job where state = 'active' and next_at <= ? order by next_at, id",
    [now],
  )
  return rows.map(jobOf)
}

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

interface JobRow extends Row {
  id: string
  owner: string
  name: string
  schedule: string
  timezone: string
  missed: string
  prompt: string
  deliver: string
  origin: string | null
  state: string
  created_at: number
  next_at: number | null
  last_at: number | null
  last_state: string | null
  last_note: string | null
  runs: number
}

const jobOf = (row: JobRow): Job => ({
  id: row.id,
  owner: row.owner,
  name: row.name,
  schedule: row.schedule,
  timezone: row.timezone,
  missed: row.missed as Job['missed'],
  prompt: row.prompt,
  deliver: row.deliver,
  origin: row.origin ?? undefined,
  state: row.state as Job['state'],
  createdAt: row.created_at,
  nextAt: row.next_at ?? undefined,
  lastAt: row.last_at ?? undefined,
  lastState: row.last_state ?? undefined,
  lastNote: row.last_note ?? undefined,
  runs: row.runs,
})
