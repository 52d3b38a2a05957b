import type { Connection } from '../connection.ts'
import { given, insertRecord, readRecords, update, where } from '../statement.ts'
import {
  flag,
  integer,
  json,
  named,
  optional,
  pick,
  type RecordOf,
  type RowOf,
  table,
  text,
  toRecord,
  toRow,
} from '../table.ts'

export const PROCESS = table('process', ['id'], {
  id: text,
  machine: text,
  home: text,
  owner: text,
  /** Without secrets: good to be shown, not to be run again. */
  command: text,
  workdir: text,
  pty: flag,
  backend: text,
  target: text,
  scope_kind: optional(text),
  scope_id: optional(text),
  session_key: optional(text),
  persist: flag,
  notify: flag,
  watch_patterns: json<readonly string[]>(),
  check_interval_s: optional(integer),
  state: text,
  pid: optional(integer),
  started_at: integer,
  exited_at: optional(integer),
  exit_code: optional(integer),
  ended_by: optional(text),
  /** Its end has been seen. */
  consumed: flag,
  kept_bytes: integer,
  kept_chars: integer,
  /** What was printed before this was looked through for what is watched for, and told. */
  watched_chars: integer,
  /** What was printed before this was told in an interim notice. */
  told_chars: integer,
})

/** A process as it is written down: enough to find it again, to say how it ended and whom to tell. */
export type StoredProcess = Omit<RecordOf<typeof PROCESS>, 'scopeKind' | 'scopeId'> & {
  scope: { kind: string; id: string } | undefined
}

export const NOTICE = table('process_notice', ['id'], {
  id: text,
  process_id: named('process', text),
  session_key: text,
  type: text,
  at: integer,
  text,
})
const EVERY_NOTICE = pick(NOTICE)

export type StoredNotice = RecordOf<typeof NOTICE>

/** Whose host holds a process. */
export interface Holder {
  machine: string
  home: string
}

export const insertProcess = async (connection: Connection, process: StoredProcess): Promise<void> => {
  const { scope, ...rest } = process
  await insertRecord(connection, PROCESS, { ...rest, scopeKind: scope?.kind, scopeId: scope?.id })
}

export const readProcesses = async (connection: Connection, { machine, home }: Holder): Promise<StoredProcess[]> => {
  const held = 'where machine = ? and home = ? order by started_at, id'
  const found = await readRecords(connection, PROCESS, pick(PROCESS), held, [machine, home])
  return found.map(({ scopeKind: kind, scopeId: id, ...rest }) => ({
    ...rest,
    scope: kind === undefined || id === undefined ? undefined : { kind, id },
  }))
}

/** How many of a holder's processes have not ended, as far as the store knows. */
export const countUnended = async (connection: Connection, { machine, home }: Holder): Promise<number> => {
  const [row] = await connection.all<{ n: number }>(
    `select count(*) as n from process where machine = ? and home = ? and ${UNENDED}`,
    [machine, home],
  )
  return row?.n ?? 0
}

/** Whether the store knows a process of the session, on any machine, that began after `since` and has not ended. */
export const hasUnended = async (connection: Connection, sessionKey: string, since: number): Promise<boolean> =>
  (
    await connection.all(`select id from process where session_key = ? and started_at > ? and ${UNENDED} limit 1`, [
      sessionKey,
      since,
    ])
  ).length > 0

/** Records that a process runs, or that its end was requested. Leaves an ended process as it is. */
export const saveRunning = (
  connection: Connection,
  { id, state, pid, endedBy }: Pick<StoredProcess, 'id' | 'state' | 'pid' | 'endedBy'>,
): Promise<number> =>
  update(connection, PROCESS, toRow(PROCESS, { state, pid, endedBy }), where(['id = ?', id], UNENDED))

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
    const end = toRow(PROCESS, { state, pid, exitedAt, exitCode, endedBy })
    const changed = await update(transaction, PROCESS, end, where(['id = ?', id], UNENDED))
    if (changed === 0) return false
    const [row] = await transaction.all<{ consumed: number }>('select consumed from process where id = ?', [id])
    if (notice !== undefined && row?.consumed === 0) await insertNotice(transaction, notice)
    return true
  })

/** Records where the readable output begins, before the earlier output is deleted. */
export const saveKept = (
  connection: Connection,
  { id, keptBytes, keptChars }: Pick<StoredProcess, 'id' | 'keptBytes' | 'keptChars'>,
): Promise<number> =>
  update(connection, PROCESS, { kept_bytes: keptBytes, kept_chars: keptChars }, where(['id = ?', id]))

/** From now on its end is announced, although that was not asked for at the start. */
export const saveNotify = (connection: Connection, id: string): Promise<number> =>
  connection.run('update process set notify = 1 where id = ?', [id])

export const deleteProcess = (connection: Connection, id: string): Promise<number> =>
  connection.run('delete from process where id = ?', [id])

/** Of two notices with one id the later one stays: interim ones do not pile up. */
export const insertNotice = async (connection: Connection, notice: StoredNotice): Promise<void> => {
  const later = 'on conflict (id) do update set at = excluded.at, text = excluded.text'
  await insertRecord(connection, NOTICE, notice, later)
}

/** A notice, together with how far the output was told of by it: a later reader of that output does not tell of it again. */
export const insertNoticeOf = (
  connection: Connection,
  notice: StoredNotice,
  { watchedChars, toldChars }: Pick<StoredProcess, 'watchedChars' | 'toldChars'>,
): Promise<void> =>
  connection.transaction(async (transaction) => {
    await insertNotice(transaction, notice)
    const told = { watched_chars: watchedChars, told_chars: toldChars }
    await update(transaction, PROCESS, told, where(['id = ?', notice.process]))
  })

/** Lists the sessions with an untold notice: all, or only the named one. Changes nothing. */
export const noticesWaiting = async (connection: Connection, sessionKey?: string): Promise<string[]> => {
  const { sql, values } = where(given('session_key = ?', sessionKey))
  const rows = await connection.all<{ session_key: string }>(
    `select distinct session_key from process_notice where ${sql}`,
    values,
  )
  return rows.map((row) => row.session_key)
}

/** Takes what is to be told to a session. Each notice goes to one caller, however many ask at the same moment. */
export const claimNotices = async (connection: Connection, sessionKey: string): Promise<StoredNotice[]> => {
  const rows = await connection.all<RowOf<typeof NOTICE>>(
    `delete from process_notice where session_key = ? returning ${EVERY_NOTICE}`,
    [sessionKey],
  )
  return rows.map((row) => toRecord(NOTICE, row)).toSorted((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1))
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
