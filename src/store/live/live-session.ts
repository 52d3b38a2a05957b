import type { LiveSession, TokenUsage } from '../../schema/live-session.ts'
import type { ParentKind } from '../../schema/session-event.ts'
import type { Connection, Row, Value } from '../connection.ts'

/** The next number of all changes: a reader that remembers the highest one it has seen finds everything that changed since. */
const NEXT_CHANGE = '(select coalesce(max(changed), 0) + 1 from live_session)'

/** Inserts or does nothing: the first message brings a session into being. */
export const ensureLiveSession = async (connection: Connection, session: LiveSession): Promise<void> => {
  const { id, owner, platform, project, cwd, sandbox, model, title, systemPrompt, parent, startedAt, lastAt } = session
  await inTurn(
    connection,
    `insert into live_session (id, owner, platform, project, cwd, sandbox, model, title, system_prompt, parent_session,
       parent_kind, started_at, last_at, changed) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ${NEXT_CHANGE})
       on conflict (id) do nothing`,
    [
      id,
      owner,
      platform,
      project ?? null,
      cwd ?? null,
      sandbox ?? null,
      model ?? null,
      title ?? null,
      systemPrompt ?? null,
      parent?.session ?? null,
      parent?.kind ?? null,
      startedAt,
      lastAt,
    ],
  )
}

/** Undefined where there is none of that owner: one owner's sessions do not exist for another. */
export const readLiveSession = async (
  connection: Connection,
  owner: string,
  id: string,
): Promise<LiveSession | undefined> => {
  const [row] = await connection.all<LiveSessionRow>(`select ${COLUMNS} from live_session where id = ? and owner = ?`, [
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
  const at = platform === undefined ? '' : ' and platform = ?'
  const rows = await connection.all<LiveSessionRow>(
    `select ${COLUMNS} from live_session where owner = ? and substr(id, 1, ?) = ?${at} order by last_at desc, id limit ?`,
    [owner, text.length, text, ...(platform === undefined ? [] : [platform]), limit],
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

/** Takes an end back, for a session that is gone on with. */
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
  const parts = USAGE.map(
    ([column]) => `${column} = case when cast(? as bigint) is null then ${column} else coalesce(${column}, 0) + ? end`,
  )
  const values = USAGE.flatMap(([, field]): Value[] => [usage[field] ?? null, usage[field] ?? 0])
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
  const rows = await connection.all<LiveSessionRow & { changed: number }>(
    `select ${COLUMNS}, changed from live_session where changed > ? order by changed limit ?`,
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

const USAGE = [
  ['input_tokens', 'inputTokens'],
  ['output_tokens', 'outputTokens'],
  ['cache_read_tokens', 'cacheReadTokens'],
  ['cache_write_tokens', 'cacheWriteTokens'],
] as const

const COLUMNS = `id, owner, platform, project, cwd, sandbox, model, title, system_prompt, parent_session, parent_kind, started_at,
  last_at, ended_at, end_reason, input_tokens, output_tokens, cache_read_tokens, cache_write_tokens`

interface LiveSessionRow extends Row {
  id: string
  owner: string
  platform: string
  project: string | null
  cwd: string | null
  sandbox: string | null
  model: string | null
  title: string | null
  system_prompt: string | null
  parent_session: string | null
  parent_kind: string | null
  started_at: number
  last_at: number
  ended_at: number | null
  end_reason: string | null
  input_tokens: number | null
  output_tokens: number | null
  cache_read_tokens: number | null
  cache_write_tokens: number | null
}

const sessionOf = (row: LiveSessionRow): LiveSession => ({
  id: row.id,
  owner: row.owner,
  platform: row.platform,
  project: row.project ?? undefined,
  cwd: row.cwd ?? undefined,
  ...(row.sandbox === null ? {} : { sandbox: row.sandbox }),
  model: row.model ?? undefined,
  title: row.title ?? undefined,
  systemPrompt: row.system_prompt ?? undefined,
  parent:
    row.parent_session === null
      ? undefined
      : { session: row.parent_session, kind: (row.parent_kind ?? 'branch') as ParentKind },
  startedAt: row.started_at,
  lastAt: row.last_at,
  endedAt: row.ended_at ?? undefined,
  endReason: row.end_reason ?? undefined,
  usage: {
    inputTokens: row.input_tokens ?? undefined,
    outputTokens: row.output_tokens ?? undefined,
    cacheReadTokens: row.cache_read_tokens ?? undefined,
    cacheWriteTokens: row.cache_write_tokens ?? undefined,
  },
})
