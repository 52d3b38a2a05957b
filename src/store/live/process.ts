import type { Connection, Row, Value } from '../connection.ts'

/** A process as it is written down: enough to find it again, to say how it ended and whom to tell. */
export interface StoredProcess {
  id: string
  machine: string
  home: string
  owner: string
  /** Without secrets: good to be shown, not to be run again. */
  command: string
  workdir: string
  pty: boolean
  backend: string
  target: string
  scope: { kind: string; id: string } | undefined
  sessionKey: string | undefined
  persist: boolean
  notify: boolean
  watchPatterns: readonly string[]
  checkIntervalS: number | undefined
  state: string
  pid: number | undefined
  startedAt: number
  exitedAt: number | undefined
  exitCode: number | undefined
  endedBy: string | undefined
  /** Its end has been seen. */
  consumed: boolean
  keptBytes: number
  keptChars: number
  /** What was printed before this was looked through for what is watched for, and told. */
  watchedChars: number
  /** What was printed before this was told in an interim notice. */
  toldChars: number
}

export interface StoredNotice {
  id: string
  process: string
  sessionKey: string
  type: string
  at: number
  text: string
}

/** Whose host holds a process. */
export interface Holder {
  machine: string
  home: string
}

export const insertProcess = async (connection: Connection, process: StoredProcess): Promise<void> => {
  const values = COLUMNS.map(([, read]) => read(process))
  await connection.run(`insert into process (${NAMES}) values (${values.map(() => '?').join(', ')})`, values)
}

export const readProcesses = async (connection: Connection, { machine, home }: Holder): Promise<StoredProcess[]> => {
  const rows = await connection.all<ProcessRow>(
    `select ${NAMES} from process where machine = ? and home = ? order by started_at, id`,
    [machine, home],
  )
  return rows.map(processOf)
}

/** How many of a holder's processes have not ended, as far as the store knows. */
export const countUnended = async (connection: Connection, { machine, home }: Holder): Promise<number> => {
  const [row] = await connection.all<{ n: number }>(
    `select count(*) as n from process where machine = ? and home = ? and ${UNENDED}`,
    [machine, home],
  )
  return row?.n ?? 0
}

/** Whether a session has a process that began after `since` and has not ended, on whichever machine, as far as the store knows. */
export const hasUnended = async (connection: Connection, sessionKey: string, since: number): Promise<boolean> =>
  (
    await connection.all(`select id from process where session_key = ? and started_at > ? and ${UNENDED} limit 1`, [
      sessionKey,
      since,
    ])
  ).length > 0

/** Writes down that it runs, or that its end was asked for. Does nothing to one that has ended. */
export const saveRunning = (
  connection: Connection,
  { id, state, pid, endedBy }: Pick<StoredProcess, 'id' | 'state' | 'pid' | 'endedBy'>,
): Promise<number> =>
  connection.run(`update process set state = ?, pid = ?, ended_by = ? where id = ? and ${UNENDED}`, [
    state,
    pid ?? null,
    endedBy ?? null,
    id,
  ])

/**
 * Writes down how it ended, once: true for the one who did. The notice is written with it, unless the end has been seen before.
 */
export const saveEnded = (
  connection: Connection,
  process: Pick<StoredProcess, 'id' | 'state' | 'pid' | 'exitedAt' | 'exitCode' | 'endedBy'>,
  notice: StoredNotice | undefined,
): Promise<boolean> =>
  connection.transaction(async (transaction) => {
    const { id, state, pid, exitedAt, exitCode, endedBy } = process
    const changed = await transaction.run(
      `update process set state = ?, pid = ?, exited_at = ?, exit_code = ?, ended_by = ? where id = ? and ${UNENDED}`,
      [state, pid ?? null, exitedAt ?? null, exitCode ?? null, endedBy ?? null, id],
    )
    if (changed === 0) return false
    const [row] = await transaction.all<{ consumed: number }>('select consumed from process where id = ?', [id])
    if (notice !== undefined && row?.consumed === 0) await insertNotice(transaction, notice)
    return true
  })

/** Where the output that can still be read begins; written before what lies before it is let go. */
export const saveKept = (
  connection: Connection,
  { id, keptBytes, keptChars }: Pick<StoredProcess, 'id' | 'keptBytes' | 'keptChars'>,
): Promise<number> =>
  connection.run('update process set kept_bytes = ?, kept_chars = ? where id = ?', [keptBytes, keptChars, id])

/** From now on its end is announced, although that was not asked for at the start. */
export const saveNotify = (connection: Connection, id: string): Promise<number> =>
  connection.run('update process set notify = 1 where id = ?', [id])

export const deleteProcess = (connection: Connection, id: string): Promise<number> =>
  connection.run('delete from process where id = ?', [id])

/** Of two notices with one id the later one stays: interim ones do not pile up. */
export const insertNotice = async (
  connection: Connection,
  { id, process, sessionKey, type, at, text }: StoredNotice,
): Promise<void> => {
  await connection.run(
    `insert into process_notice (id, process_id, session_key, type, at, text) values (?, ?, ?, ?, ?, ?)
      on conflict (id) do update set at = excluded.at, text = excluded.text`,
    [id, process, sessionKey, type, at, text],
  )
}

/** A notice, together with how far the output was told of by it: a later reader of that output does not tell of it again. */
export const insertNoticeOf = (
  connection: Connection,
  notice: StoredNotice,
  { watchedChars, toldChars }: Pick<StoredProcess, 'watchedChars' | 'toldChars'>,
): Promise<void> =>
  connection.transaction(async (transaction) => {
    await insertNotice(transaction, notice)
    await transaction.run('update process set watched_chars = ?, told_chars = ? where id = ?', [
      watchedChars,
      toldChars,
      notice.process,
    ])
  })

/** The sessions that there is something to tell, or the one that is named if it is among them. Changes nothing. */
export const noticesWaiting = async (connection: Connection, sessionKey?: string): Promise<string[]> => {
  const rows = await connection.all<{ session_key: string }>(
    `select distinct session_key from process_notice${sessionKey === undefined ? '' : ' where session_key = ?'}`,
    sessionKey === undefined ? [] : [sessionKey],
  )
  return rows.map((row) => row.session_key)
}

/** Takes what is to be told to a session. Each notice goes to one caller, however many ask at the same moment. */
export const claimNotices = async (connection: Connection, sessionKey: string): Promise<StoredNotice[]> => {
  const rows = await connection.all<NoticeRow>(
    'delete from process_notice where session_key = ? returning id, process_id, session_key, type, at, text',
    [sessionKey],
  )
  return rows.map(noticeOf).toSorted((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1))
}

/** Its end has been seen, or will be: a completion that waits is dropped, a later one is not written. */
export const consumeCompletion = (connection: Connection, id: string): Promise<void> =>
  connection.transaction(async (transaction) => {
    await transaction.run('update process set consumed = 1 where id = ?', [id])
    await transaction.run("delete from process_notice where process_id = ? and type = 'completion'", [id])
  })

/** Notices that were not fetched. */
export const deleteNoticesBefore = (connection: Connection, at: number): Promise<number> =>
  connection.run('delete from process_notice where at < ?', [at])

const UNENDED = "state in ('starting', 'running')"

const COLUMNS: readonly (readonly [name: string, read: (process: StoredProcess) => Value])[] = [
  ['id', ({ id }) => id],
  ['machine', ({ machine }) => machine],
  ['home', ({ home }) => home],
  ['owner', ({ owner }) => owner],
  ['command', ({ command }) => command],
  ['workdir', ({ workdir }) => workdir],
  ['pty', ({ pty }) => Number(pty)],
  ['backend', ({ backend }) => backend],
  ['target', ({ target }) => target],
  ['scope_kind', ({ scope }) => scope?.kind ?? null],
  ['scope_id', ({ scope }) => scope?.id ?? null],
  ['session_key', ({ sessionKey }) => sessionKey ?? null],
  ['persist', ({ persist }) => Number(persist)],
  ['notify', ({ notify }) => Number(notify)],
  ['watch_patterns', ({ watchPatterns }) => JSON.stringify(watchPatterns)],
  ['check_interval_s', ({ checkIntervalS }) => checkIntervalS ?? null],
  ['state', ({ state }) => state],
  ['pid', ({ pid }) => pid ?? null],
  ['started_at', ({ startedAt }) => startedAt],
  ['exited_at', ({ exitedAt }) => exitedAt ?? null],
  ['exit_code', ({ exitCode }) => exitCode ?? null],
  ['ended_by', ({ endedBy }) => endedBy ?? null],
  ['consumed', ({ consumed }) => Number(consumed)],
  ['kept_bytes', ({ keptBytes }) => keptBytes],
  ['kept_chars', ({ keptChars }) => keptChars],
  ['watched_chars', ({ watchedChars }) => watchedChars],
  ['told_chars', ({ toldChars }) => toldChars],
]

const NAMES = COLUMNS.map(([name]) => name).join(', ')

interface ProcessRow extends Row {
  id: string
  machine: string
  home: string
  owner: string
  command: string
  workdir: string
  pty: number
  backend: string
  target: string
  scope_kind: string | null
  scope_id: string | null
  session_key: string | null
  persist: number
  notify: number
  watch_patterns: string
  check_interval_s: number | null
  state: string
  pid: number | null
  started_at: number
  exited_at: number | null
  exit_code: number | null
  ended_by: string | null
  consumed: number
  kept_bytes: number
  kept_chars: number
  watched_chars: number
  told_chars: number
}

const processOf = (row: ProcessRow): StoredProcess => ({
  id: row.id,
  machine: row.machine,
  home: row.home,
  owner: row.owner,
  command: row.command,
  workdir: row.workdir,
  pty: row.pty === 1,
  backend: row.backend,
  target: row.target,
  scope: row.scope_kind === null || row.scope_id === null ? undefined : { kind: row.scope_kind, id: row.scope_id },
  sessionKey: row.session_key ?? undefined,
  persist: row.persist === 1,
  notify: row.notify === 1,
  watchPatterns: JSON.parse(row.watch_patterns) as string[],
  checkIntervalS: row.check_interval_s ?? undefined,
  state: row.state,
  pid: row.pid ?? undefined,
  startedAt: row.started_at,
  exitedAt: row.exited_at ?? undefined,
  exitCode: row.exit_code ?? undefined,
  endedBy: row.ended_by ?? undefined,
  consumed: row.consumed === 1,
  keptBytes: row.kept_bytes,
  keptChars: row.kept_chars,
  watchedChars: row.watched_chars,
  toldChars: row.told_chars,
})

interface NoticeRow extends Row {
  id: string
  process_id: string
  session_key: string
  type: string
  at: number
  text: string
}

const noticeOf = ({ id, process_id, session_key, type, at, text }: NoticeRow): StoredNotice => ({
  id,
  process: process_id,
  sessionKey: session_key,
  type,
  at,
  text,
})
