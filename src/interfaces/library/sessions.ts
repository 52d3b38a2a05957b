import { AppError } from '../../lib/error.ts'
import { readToolFacts } from '../../outcome/tool-facts.ts'
import type { Comparison } from '../../schema/listing/comparison.ts'
import type { CompressionReport } from '../../schema/listing/compression-report.ts'
import type { SessionProfile } from '../../schema/listing/session-profile.ts'
import type { ToolKind } from '../../schema/outcome.ts'
import type { HeldConversation } from '../../sources/import-messages.ts'
import { MESSAGES } from '../../sources/registry.ts'
import { findSessions, type SessionRow } from '../../store/facts/session.ts'
import { openWarmstart, type Warmstart } from './open.ts'

/** One chat-completion message; unknown fields are ignored. */
export type Message = { role: string; content?: unknown; tool_calls?: unknown; tool_call_id?: string }

/** A session in a store, by its id or a unique prefix. */
export interface StoredSession {
  warm: Warmstart
  session: string
}

/** A session in a store, or the messages of a session. */
export type SessionLike = StoredSession | readonly Message[]

/** Imports conversations as if they had been read from files: paired, judged, cut, redacted. Idempotent by id. */
export const importMessages = async (
  { app, store }: Warmstart,
  conversations: readonly HeldConversation[],
): Promise<void> => {
  // Loaded only when needed, like all code here that parses command lines: their grammar takes time to load.
  const { importMessages: importHeld } = await import('../../sources/import-messages.ts')
  await importHeld(store, conversations, app)
}

/** The purpose of a tool; `general` for an unknown tool. */
export const classifyTool = (name: string, args?: unknown): ToolKind => readToolFacts(name, args).kind

/** Measures one session. A session without calls has no rate: null, with the reason beside it. */
export const profileSession = async (session: SessionLike): Promise<SessionProfile> => {
  const { profileSession: profileStored } = await import('../../verbs/profile/operation.ts')
  if (isStored(session)) return profileStored(session.warm.store, session.session)
  return withHeld([session], async ({ store }, [id]) => {
    if (id !== undefined) return profileStored(store, id)
    // Without a message the store holds no session, so an empty one is described.
    const { describeSession } = await import('../../profile/session.ts')
    return describeSession(nobodySpoke('messages-1'), NOTHING)
  })
}

const NOTHING = { calls: [], turns: [], compactions: [] }

const nobodySpoke = (id: string): SessionRow => ({
  id,
  source: MESSAGES.name,
  native_id: id,
  owner: '',
  project: null,
  platform: null,
  cwd: null,
  model: null,
  title: null,
  agent_version: null,
  started_at: null,
  last_at: null,
  end_reason: null,
  parent_session: null,
  parent_kind: null,
  messages: 0,
  user_messages: 0,
  input_tokens: null,
  output_tokens: null,
  cache_read_tokens: null,
  cache_write_tokens: null,
  cost_usd: null,
  ok_calls: 0,
  error_calls: 0,
  unknown_calls: 0,
  path: '',
})

/**
 * Compares two sessions; the first is warm, the second cold. A positive improvement means that the first failed less
 * often.
 */
export const compareSessions = async (warm: SessionLike, cold: SessionLike): Promise<Comparison> => {
  const { compareSessions: compareStored } = await import('../../verbs/compare/operation.ts')
  if (isStored(warm) && isStored(cold) && warm.warm === cold.warm)
    return compareStored(warm.warm.store, warm.session, cold.session)
  if (isStored(warm) || isStored(cold))
    throw new AppError('usage', 'sessions can be compared when both are in one store, or both are messages')
  return withHeld([warm, cold], ({ store }, [first, second]) =>
    compareStored(store, spoken(first, 'the first session'), spoken(second, 'the second session')),
  )
}

/** Measures the effect of compaction on a stored session, or between the messages before and after it. */
export const analyzeCompression = async (
  session: StoredSession | { before: readonly Message[]; after: readonly Message[] },
  { tolerance = 1.2 }: { tolerance?: number } = {},
): Promise<CompressionReport> => {
  const { compressCheck } = await import('../../verbs/compress-check/operation.ts')
  if ('session' in session)
    return compressCheck(session.warm.store, { session: session.session, tolerance, filter: {} })
  return withHeld(
    [session.before, session.after],
    ({ store }, [before]) =>
      compressCheck(store, { session: spoken(before, 'the messages before'), tolerance, filter: {} }),
    { isContinued: true },
  )
}

const spoken = (id: string | undefined, what: string): string => {
  if (id !== undefined) return id
  throw new AppError('usage', `nobody says anything in ${what}`, { hint: 'give the messages of a session' })
}

export const isStored = (session: SessionLike): session is StoredSession => !Array.isArray(session)

/**
 * Imports conversations into a temporary store in memory, and runs `work` on them. A conversation without a message
 * makes no session, so it has no id.
 */
export const withHeld = async <T>(
  conversations: readonly (readonly Message[])[],
  work: (warm: Warmstart, ids: (string | undefined)[]) => T | Promise<T>,
  { isContinued = false }: { isContinued?: boolean } = {},
): Promise<T> => {
  await using warm = await openWarmstart({ store: 'sqlite::memory:' })
  const ids = conversations.map((_, at) => `messages-${at + 1}`)
  const held = conversations.map((messages, at) => ({
    id: ids[at] ?? '',
    messages,
    ...(isContinued && at > 0 ? { compressedFrom: ids[at - 1] ?? '' } : {}),
    ...(isContinued && at === 0 ? { endReason: 'compression' } : {}),
  }))
  await importMessages(warm, held)
  const found = await Promise.all(ids.map((id) => findSessions(warm.store, id)))
  // Awaited here, because the store closes when this returns.
  return await work(
    warm,
    ids.map((id, at) => (found[at]?.length === 0 ? undefined : id)),
  )
}
