import { AppError, messageOf } from '../lib/error.ts'
import { clip } from '../lib/excerpt.ts'
import type { LiveSession, LiveUserMessage } from '../schema/live-session.ts'
import type { Connection } from '../store/connection.ts'
import { appendMessages, type NewMessage, readMessages } from '../store/live/live-message.ts'
import { ensureLiveSession, readLiveSession, reopenLiveSession } from '../store/live/live-session.ts'
import type { Agent, WarmSession } from './agent.ts'
import { NO_USAGE, patiently } from './session-turn.ts'
import type { TurnRequest } from './turn.ts'
import type { EarlyClaim } from './turn-lease.ts'

export interface StoredRequest {
  session: LiveSession
  /** Position of the user's message; undefined if the user said nothing new. */
  position: number | undefined
}

/**
 * Stores the user's message before anything else happens. A new session is made with it: one transaction holds the
 * session's row, its starting material and the message. A message that is already stored is not stored again.
 */
export const storeRequest = async (agent: Agent, request: TurnRequest, early: EarlyClaim): Promise<StoredRequest> => {
  const stored = await storeWarm(agent, request, early)
  request.taken?.stored()
  return stored
}

const storeWarm = async (agent: Agent, request: TurnRequest, early: EarlyClaim): Promise<StoredRequest> => {
  const attempt = (isWarm: boolean): Promise<StoredRequest> =>
    patiently(agent.store, async (transaction) => {
      const stored = await store(transaction, agent, request, isWarm)
      await early.attempt(transaction)
      return stored
    })
  if (agent.warm?.isOptional !== true) return attempt(true)
  try {
    return await attempt(true)
  } catch (error) {
    if (error instanceof AppError && (error.code.startsWith('store-') || error.code === 'no-such-session')) throw error
    // The user did not ask for warm-start material by name, so the message does not fail because of it.
    request.on?.({ type: 'notice', text: `this session starts cold: ${messageOf(error)}` })
    return attempt(false)
  }
}

const store = async (
  transaction: Connection,
  agent: Agent,
  request: TurnRequest,
  isWarm: boolean,
): Promise<StoredRequest> => {
  if (request.isResumed !== true) await ensureLiveSession(transaction, newSession(agent, request))
  const session = await readLiveSession(transaction, request.owner, request.session)
  // A session of another owner does not exist for this one.
  if (session === undefined)
    throw new AppError('no-such-session', `there is no session ${request.session}`, {
      hint: '`warmstart sessions --source warmstart` lists those that were held here',
    })
  if (session.endedAt !== undefined) await reopenLiveSession(transaction, session.id)
  if (request.isResumed === true) return { session, position: undefined }
  const known = await knownPosition(transaction, session.id, request.messageId)
  if (known !== undefined) return { session, position: known }
  const isNew = (await readMessages(transaction, session.id, { limit: 1 })).length === 0
  const before = isNew ? await startOf(transaction, agent, { session, request, isWarm }) : []
  const notes = [...(request.notes ?? []), ...((await request.taken?.notes(transaction)) ?? [])]
  const added = await appendMessages(transaction, session.id, [...before, userMessage(agent, request, notes)])
  return { session, position: added.at(-1)?.position }
}

/** Length of the title that lists show: the beginning of the first message. */
const TITLE_CHARS = 80

const newSession = (agent: Agent, request: TurnRequest): LiveSession => {
  const { session, owner, platform, text, contextPrompt, parent } = request
  const now = agent.app.now()
  return {
    id: session,
    owner,
    platform,
    project: agent.project,
    cwd: agent.cwd,
    sandbox: agent.sandbox,
    model: agent.model.name,
    title: clip(text, TITLE_CHARS, { singleLine: true }),
    systemPrompt: [agent.systemPrompt, contextPrompt].filter((part) => part !== undefined && part !== '').join('\n\n'),
    parent,
    startedAt: now,
    lastAt: now,
    endedAt: undefined,
    endReason: undefined,
    usage: NO_USAGE,
  }
}

/** A platform may bring the same message twice, the second time to continue its turn. */
const knownPosition = async (
  transaction: Connection,
  session: string,
  messageId: string | undefined,
): Promise<number | undefined> => {
  if (messageId === undefined) return undefined
  return (await readMessages(transaction, session, { messageId })).at(0)?.position
}

const startOf = async (
  transaction: Connection,
  agent: Agent,
  { session, request, isWarm }: { session: LiveSession; request: TurnRequest; isWarm: boolean },
): Promise<NewMessage[]> => {
  const seed = isWarm ? await agent.warm?.begin(transaction, warmSession(agent, session, request.text)) : undefined
  return [...(seed ?? []), ...(request.history ?? [])]
}

export const warmSession = (agent: Agent, { id, owner, cwd }: LiveSession, text: string): WarmSession => ({
  id,
  owner,
  cwd: cwd ?? agent.cwd,
  text,
})

const userMessage = (
  { app }: Agent,
  { text, messageId, isSynthetic = false, kind }: TurnRequest,
  notes: readonly string[],
): Omit<LiveUserMessage, 'position' | 'isActive'> => ({
  role: 'user',
  at: app.now(),
  text,
  isSynthetic,
  ...(kind === undefined ? {} : { kind }),
  ...(messageId === undefined ? {} : { messageId }),
  ...(notes.length === 0 ? {} : { sentText: [...notes, text].join('\n\n') }),
})
