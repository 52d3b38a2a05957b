import { isoTime } from '../../lib/clock.ts'
import { editsBetween } from '../../lib/close-name.ts'
import { AppError } from '../../lib/error.ts'
import { UNOWNED } from '../../schema/owner.ts'
import { SESSION_KINDS, type SessionKind, sessionKind } from '../../schema/session-kind.ts'
import { sourceNamed } from '../../sources/registry.ts'
import type { CallListing } from '../../schema/listing/call-listing.ts'
import type { SessionDetail, SessionListing } from './shape.ts'
import { listCalls } from '../../store/facts/call.ts'
import type { Connection } from '../../store/connection.ts'
import {
  countSessions,
  findSessions,
  listSessions,
  newestNames,
  type SessionFilter,
  type SessionRow,
} from '../../store/facts/session.ts'
import { callListing } from '../calls/operation.ts'

export type { SessionListing } from './shape.ts'

/** Which sessions are listed. */
export interface ListedSessions extends SessionFilter {
  kind?: SessionKind | undefined
}

/** Newest first. */
export const sessions = async function* (
  store: Connection,
  { kind, limit, ...filter }: ListedSessions,
): AsyncIterable<SessionListing> {
  if (filter.source !== undefined) sourceNamed(filter.source)
  // SQL cannot tell the kind of a session, so rows are read until there are enough of the kind.
  const rows = listSessions(store, kind === undefined ? { ...filter, limit } : filter)
  let given = 0
  for await (const row of rows) {
    if (limit !== undefined && given >= limit) return
    if (kind !== undefined && sessionKind(row.platform, row.parent_kind) !== kind) continue
    given++
    yield sessionListing(row)
  }
}

/** The number of sessions of each kind, whatever the limit, and the number left out because they have no owner. */
export interface SessionKinds {
  kinds: { kind: SessionKind | null; sessions: number }[]
  unowned: number
}

export const countKinds = async (
  store: Connection,
  { limit: _limit, ...filter }: SessionFilter,
): Promise<SessionKinds> => {
  const found = new Map<SessionKind | null, number>()
  for (const { platform, parent_kind, sessions: count } of await countSessions(store, filter)) {
    const kind = sessionKind(platform, parent_kind)
    found.set(kind, (found.get(kind) ?? 0) + Number(count))
  }
  const kinds = [...SESSION_KINDS, null].map((kind) => ({ kind, sessions: found.get(kind) ?? 0 }))
  const unowned = filter.owner === undefined ? await countSessions(store, { ...filter, owner: UNOWNED }) : []
  return {
    kinds: kinds.filter((each) => each.sessions > 0),
    unowned: unowned.reduce((sum, row) => sum + Number(row.sessions), 0),
  }
}

/** One session with its calls, by id or unique prefix. */
export const session = async (store: Connection, name: string): Promise<SessionDetail> => {
  const row = await findSession(store, name)
  const timeline: CallListing[] = []
  for await (const call of listCalls(store, { source: row.source, session: row.native_id })) {
    timeline.push(callListing(call))
  }
  return { ...sessionListing(row), timeline }
}

/** Restricts a lookup to sessions of this owner; undefined: sessions of all owners. */
export interface OwnOnly {
  owner?: string | undefined
}

/** Finds a session by its id or a unique prefix of it. */
export const findSession = async (store: Connection, name: string, { owner }: OwnOnly = {}): Promise<SessionRow> => {
  const found = await findSessions(store, name, MOST_NAMED + 1, owner)
  const [row] = found
  if (row === undefined) {
    const meant = await closeSession(store, name, owner)
    throw new AppError('no-such-session', `no session has an id that begins with ${name}`, {
      hint: `${meant}\`warmstart sessions\` lists them`,
    })
  }
  if (found.length > 1) {
    const lines = found.slice(0, MOST_NAMED).map(candidateLine)
    if (found.length > MOST_NAMED) lines.push('  and more')
    throw new AppError('ambiguous', [`several sessions begin with ${name}:`, ...lines].join('\n'), {
      hint: 'give more of the id',
    })
  }
  return row
}

/** Asks about the session that the user most likely meant, by its id or its title; empty if none is close. */
const closeSession = async (store: Connection, typed: string, owner: string | undefined): Promise<string> => {
  for (const { native_id: id, title } of await newestNames(store, owner, MOST_COMPARED)) {
    if (isClosePrefix(typed, id)) return `did you mean ${id}? `
    if (typed.length >= FEWEST_TITLE_CHARS && title?.toLowerCase().includes(typed.toLowerCase()) === true)
      return `did you mean ${id}, "${title.replaceAll(/\s+/g, ' ').slice(0, SHOWN_TITLE_CHARS)}"? `
  }
  return ''
}

/** Only the newest sessions: a user rarely copies the id of an older one. */
const MOST_COMPARED = 2_000
const FEWEST_TITLE_CHARS = 4
const SHOWN_TITLE_CHARS = 60

/** Ids are random, so a few characters resemble many of them: a short id may have one typing error, a long one two. */
const isClosePrefix = (typed: string, id: string): boolean => {
  if (typed.length < FEWEST_ID_CHARS || typed.length > LONGEST_ID_CHARS) return false
  const most = typed.length < LONG_ID_CHARS ? 1 : 2
  return editsBetween(typed.toLowerCase(), id.slice(0, typed.length).toLowerCase()) <= most
}

const FEWEST_ID_CHARS = 5
const LONG_ID_CHARS = 10
const LONGEST_ID_CHARS = 80

/** If an id fits several sessions, at most this many are named. */
const MOST_NAMED = 10

/**
 * Describes a session so that the user can tell it from its neighbours. The id comes first, because a narrow window
 * cuts the end.
 */
const candidateLine = ({ native_id, source, started_at, last_at, title }: SessionRow): string => {
  const day = isoTime(last_at ?? started_at)?.slice(0, 10)
  const words = [native_id, source, day, title?.replaceAll(/\s+/g, ' ')]
  return `  ${words.filter((word) => word !== undefined && word !== '').join('  ')}`
}

const sessionListing = (row: SessionRow): SessionListing => ({
  session: row.native_id,
  source: row.source,
  platform: row.platform,
  kind: sessionKind(row.platform, row.parent_kind),
  owner: row.owner === UNOWNED ? null : row.owner,
  project: row.project,
  cwd: row.cwd,
  model: row.model,
  title: row.title,
  agentVersion: row.agent_version,
  startedAt: isoTime(row.started_at),
  lastAt: isoTime(row.last_at),
  endReason: row.end_reason,
  parent: row.parent_session === null ? null : { session: row.parent_session, kind: parentKind(row) },
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

const parentKind = (row: SessionRow) => (row.parent_kind ?? 'branch') as NonNullable<SessionListing['parent']>['kind']
