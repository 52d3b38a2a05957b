import type { LiveSession, TokenUsage } from '../schema/live-session.ts'
import type { ParentKind } from '../schema/session-event.ts'
import type { Connection, Row, Value } from './connection.ts'

/** Inserts or does nothing: a session comes into being with its first message, whoever writes it. */
export const ensureLiveSession = async (connection: Connection, session: LiveSession): Promise<void> => {
  const { id, owner, platform, project, cwd, model, title, systemPrompt, parent, startedAt, lastAt } = session
  await connection.run(
    `insert into live_session (id, owner, platform, project, cwd, model, title, system_prompt, parent_session,
       parent_kind, started_at, last_at, changed) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1)
       on conflict (id) do nothing`,
    [
      id,
      owner,
      platform,
      project ?? null,
      cwd ?? null,
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
  { text = '', limit = 10 }: { text?: string; limit?: number },
): Promise<LiveSession[]> => {
  const exact = text === '' ? undefined : await readLiveSession(connection, owner, text)
  if (exact !== undefined) return [exact]
  const rows = await connection.all<LiveSessionRow>(
    `select ${COLUMNS} from live_session where owner = ? and substr(id, 1, ?) = ? order by last_at desc, id limit ?`,
    [owner, text.length, text, limit],
  )
  return rows.map(sessionOf)
}

/** The first reason stays: a session ends once. */
export const endLiveSession = (
  connection: Connection,
  id: string,
  { at, reason }: { at: number; reason: string },
): Promise<number> =>
  connection.run(
    'update live_session set ended_at = ?, end_reason = ?, changed = 1 where id = ? and ended_at is null',
    [at, reason, id],
  )

/** Takes an end back, for a session that is gone on with. */
export const reopenLiveSession = (connection: Connection, id: string): Promise<number> =>
  connection.run('update live_session set ended_at = null, end_reason = null, changed = 1 where id = ?', [id])

/** Adds what one answer cost; what it did not say stays unknown, and what was known stays. */
export const addUsage = async (connection: Connection, id: string, usage: TokenUsage): Promise<void> => {
  const parts = USAGE.map(
    ([column]) => `${column} = case when cast(? as bigint) is null then ${column} else coalesce(${column}, 0) + ? end`,
  )
  const values = USAGE.flatMap(([, field]): Value[] => [usage[field] ?? null, usage[field] ?? 0])
  await connection.run(`update live_session set ${parts.join(', ')}, changed = 1 where id = ?`, [...values, id])
}

const USAGE = [
  ['input_tokens', 'inputTokens'],
  ['output_tokens', 'outputTokens'],
  ['cache_read_tokens', 'cacheReadTokens'],
  ['cache_write_tokens', 'cacheWriteTokens'],
] as const

const COLUMNS = `id, owner, platform, project, cwd, model, title, system_prompt, parent_session, parent_kind, started_at,
  last_at, ended_at, end_reason, input_tokens, output_tokens, cache_read_tokens, cache_write_tokens`

interface LiveSessionRow extends Row {
  id: string
  owner: string
  platform: string
  project: string | null
  cwd: string | null
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
