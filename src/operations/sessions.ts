import { AppError } from '../lib/error.ts'
import { listCalls } from '../store/call.ts'
import type { Connection } from '../store/connection.ts'
import { findSessions, listSessions, type SessionFilter, type SessionRow } from '../store/session.ts'
import { type CallListing, callListing, isoTime } from './calls.ts'

/** One session as others read it: the shape is a contract (docs/format). */
export interface SessionListing {
  session: string
  source: string
  platform: string | null
  owner: string
  project: string | null
  cwd: string | null
  model: string | null
  title: string | null
  agentVersion: string | null
  startedAt: string | null
  lastAt: string | null
  endReason: string | null
  parent: { session: string; kind: string } | null
  messages: number
  userMessages: number
  calls: number
  outcomes: { ok: number; error: number; unknown: number }
  /** Null where the format records no usage: unknown is not zero. */
  tokens: { input: number | null; output: number | null; cacheRead: number | null; cacheWrite: number | null }
  costUsd: number | null
  file: string
}

/** Newest first. */
export const sessions = async function* (store: Connection, filter: SessionFilter): AsyncIterable<SessionListing> {
  for await (const row of listSessions(store, filter)) yield sessionListing(row)
}

/** One session with its calls, by id or unique prefix. */
export const session = async (
  store: Connection,
  name: string,
): Promise<SessionListing & { timeline: CallListing[] }> => {
  const row = await sessionNamed(store, name)
  const timeline: CallListing[] = []
  for await (const call of listCalls(store, { source: row.source, session: row.native_id })) {
    timeline.push(callListing(call))
  }
  return { ...sessionListing(row), timeline }
}

const sessionNamed = async (store: Connection, name: string): Promise<SessionRow> => {
  const found = await findSessions(store, name)
  const [row] = found
  if (row === undefined) {
    throw new AppError('no-such-session', `no session has an id that begins with ${name}`, {
      hint: '`warmstart sessions` lists them',
    })
  }
  if (found.length > 1) {
    const names = found.map((each) => `${each.native_id} (${each.source})`).join(', ')
    throw new AppError('ambiguous', `several sessions begin with ${name}: ${names}`, { hint: 'give more of the id' })
  }
  return row
}

const sessionListing = (row: SessionRow): SessionListing => ({
  session: row.native_id,
  source: row.source,
  platform: row.platform,
  owner: row.owner,
  project: row.project,
  cwd: row.cwd,
  model: row.model,
  title: row.title,
  agentVersion: row.agent_version,
  startedAt: isoTime(row.started_at),
  lastAt: isoTime(row.last_at),
  endReason: row.end_reason,
  parent: row.parent_session === null ? null : { session: row.parent_session, kind: row.parent_kind ?? 'branch' },
  messages: row.messages,
  userMessages: row.user_messages,
  calls: row.ok_calls + row.error_calls + row.unknown_calls,
  outcomes: { ok: row.ok_calls, error: row.error_calls, unknown: row.unknown_calls },
  tokens: {
    input: row.input_tokens,
    output: row.output_tokens,
    cacheRead: row.cache_read_tokens,
    cacheWrite: row.cache_write_tokens,
  },
  costUsd: row.cost_usd,
  file: row.path,
})
