import type { LiveSession, TokenUsage } from '../../schema/live-session.ts'
import type { ParentKind } from '../../schema/session-event.ts'
import type { Connection, Value } from '../connection.ts'
import { given, insertSql, where } from '../statement.ts'
import { integer, optional, pick, type RowOf, table, text, toRecord, toRow, toValues, word } from '../table.ts'
import { TOKENS } from '../tables.ts'

export const LIVE_SESSION = table(
  'live_session',
  ['id'],
  {
    id: text,
    owner: text,
    platform: text,
    project: optional(text),
    cwd: optional(text),
    sandbox: optional(text),
    model: optional(text),
    title: optional(text),
    system_prompt: optional(text),
    parent_session: optional(text),
    parent_kind: optional(word<ParentKind>()),
    started_at: integer,
    last_at: integer,
    changed: integer,
  },
  { ended_at: optional(integer), end_reason: optional(text), ...TOKENS },
)

/** The next number of all changes: a reader that remembers the highest one it has seen finds everything that changed since. */
const NEXT_CHANGE = '(select coalesce(max(changed), 0) + 1 from live_session)'

/** Inserts or does nothing: the first message brings a session into being. */
export const ensureLiveSession = async (connection: Connection, session: LiveSession): Promise<void> => {
  const { parent, sandbox, ...rest } = session
  const row = toRow(LIVE_SESSION, { ...rest, sandbox, parentSession: parent?.session, parentKind: parent?.kind })
  await connection.transaction(async (transaction) => {
    const changed = (await latestChange(transaction)) + 1
    await transaction.run(ENSURE, toValues(LIVE_SESSION, { ...row, changed }))
  })
}

const ENSURE = insertSql(LIVE_SESSION, 'on conflict (id) do nothing')

/** Reads a live session of this owner; undefined if there is none. Sessions of other owners count as absent. */
export const readLiveSession = async (
  connection: Connection,
  owner: string,
  id: string,
): Promise<LiveSession | undefined> => {
  const [row] = await connection.all<SessionRow>(`select ${COLUMNS} from live_session where id = ? and owner = ?`, [
    id,
    owner,
  ])
  return row === undefined ? undefined : sessionOf(row)
}

/** Those whose id begins with `text`, newest first; an exact match comes alone. */
export const findLiveSessions = async (
  connection: Connection,
  owner: string,
  { text = '', platform, limit = 10 }: { text?: string; platform?: string; limit?: number },
): Promise<LiveSession[]> => {
  const exact = text === '' ? undefined : await readLiveSession(connection, owner, text)
  if (exact !== undefined) return [exact]
  const { sql, values } = where(
    ['owner = ?', owner],
    ['substr(id, 1, ?) = ?', text.length, text],
    given('platform = ?', platform),
  )
  const rows = await connection.all<SessionRow>(
    `select ${COLUMNS} from live_session where ${sql} order by last_at desc, id limit ?`,
    [...values, limit],
  )
  return rows.map(sessionOf)
}

/** The first reason stays: a session ends once. */
export const endLiveSession = (
  connection: Connection,
  id: string,
  { at, reason }: { at: number; reason: string },
): Promise<number> =>
  inTurn(
    connection,
    `update live_session set ended_at = ?, end_reason = ?, changed = ${NEXT_CHANGE} where id = ? and ended_at is null`,
    [at, reason, id],
  )

/** Marks an ended session as running again, because it continues. */
export const reopenLiveSession = (connection: Connection, id: string): Promise<number> =>
  inTurn(
    connection,
    `update live_session set ended_at = null, end_reason = null, changed = ${NEXT_CHANGE}
      where id = ? and ended_at is not null`,
    [id],
  )

/** Gives a session to another owner, where it is still that of `from`. */
export const giveLiveSession = (
  connection: Connection,
  id: string,
  { from, to }: { from: string; to: string },
): Promise<number> =>
  inTurn(connection, `update live_session set owner = ?, changed = ${NEXT_CHANGE} where id = ? and owner = ?`, [
    to,
    id,
    from,
  ])

/** Adds what one answer cost; what it did not say stays unknown, and what was known stays. */
export const addUsage = async (connection: Connection, id: string, usage: TokenUsage): Promise<void> => {
  const { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens } = usage
  const counts = { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens }
  const spent = Object.entries(toRow(LIVE_SESSION, counts))
  const parts = spent.map(
    ([column]) => `${column} = case when cast(? as bigint) is null then ${column} else coalesce(${column}, 0) + ? end`,
  )
  const values = spent.flatMap(([, count]) => [count, count ?? 0])
  await inTurn(connection, `update live_session set ${parts.join(', ')}, changed = ${NEXT_CHANGE} where id = ?`, [
    ...values,
    id,
  ])
}

/** Says that something of a session was written; its latest moment only ever moves on. */
export const touchLiveSession = async (connection: Connection, id: string, at: number): Promise<void> => {
  const lastAt = 'case when last_at < ? then ? else last_at end'
  await inTurn(connection, `update live_session set last_at = ${lastAt}, changed = ${NEXT_CHANGE} where id = ?`, [
    at,
    at,
    id,
  ])
}

/** The sessions of all owners that changed after the given change, in the order of their changes. */
export const changedLiveSessions = async (
  connection: Connection,
  { after, limit }: { after: number; limit: number },
): Promise<(LiveSession & { change: number })[]> => {
  const rows = await connection.all<SessionRow>(
    `select ${COLUMNS} from live_session where changed > ? order by changed limit ?`,
    [after, limit],
  )
  return rows.map((row) => ({ ...sessionOf(row), change: row.changed }))
}

/** 0 where there is no session. */
export const latestChange = async (connection: Connection): Promise<number> => {
  const [row] = await connection.all<{ latest: number | null }>('select max(changed) as latest from live_session')
  return row?.latest ?? 0
}

/** Changes are numbered one after another, so those who make them take turns; on one engine a single statement would not. */
const inTurn = (connection: Connection, sql: string, values: readonly Value[]): Promise<number> =>
  connection.transaction((transaction) => transaction.run(sql, values))

const COLUMNS = pick(LIVE_SESSION)
type SessionRow = RowOf<typeof LIVE_SESSION>

const sessionOf = (row: SessionRow): LiveSession => {
  const { changed: _changed, sandbox, parentSession, parentKind, ...session } = toRecord(LIVE_SESSION, row)
  const { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens, ...rest } = session
  return {
    ...rest,
    ...(sandbox === undefined ? {} : { sandbox }),
    parent: parentSession === undefined ? undefined : { session: parentSession, kind: parentKind ?? 'branch' },
    usage: { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens },
  }
}
