import { isRecord, parseJson } from '../../lib/json.ts'
import type { TokenUsage } from '../../schema/live-session.ts'
import type { ChatRow, ListedChat } from '../../store/chats/chat-session.ts'
import { displayNameOf } from '../identity/describe.ts'
import { isShared, type KeyRules, ownerOf } from '../identity/key.ts'
import { type MessageSource, readSource, writeSource } from '../identity/source.ts'

/** The live session that a chat is in, with its clocks. */
export interface ChatSession {
  key: string
  /** Id of the live session; its row is made with the first message. */
  session: string
  owner: string
  source: MessageSource
  /** The name of the chat, in one line. */
  displayName: string
  /** When the chat was first seen. */
  createdAt: number
  clocks: ChatClocks
  /** The session before the last reset; undefined if there was no reset, or it was undone. */
  previous: PreviousSession | undefined
  /** Belongs to the code that runs the chat. Writing it changes no clock. */
  metadata: Readonly<Record<string, unknown>>
}

export interface ChatClocks {
  /** When this session began or was resumed; daily resets depend on it. */
  startedAt: number
  /** When a person last wrote; idle resets depend on it. */
  interactedAt: number
  /** When anything last happened, including notices and resets; lists are sorted by it. */
  updatedAt: number
}

interface PreviousSession {
  session: string
  reason: string
  at: number
  /** Whether a person wrote in this session. */
  hadActivity: boolean
}

/**
 * The announcement of a reset, made once: `text` goes to the person (if they are to be told), `note` goes to the model
 * with the next message.
 */
export interface ResetNotice {
  key: string
  reason: string
  at: number
  previousSession: string
  session: string
  hadActivity: boolean
  /** Undefined if the policy or the platform keeps resets silent, or if the session held no message. */
  text: string | undefined
  note: string
}

/** A chat session with its cost so far; undefined if the cost is not recorded. */
export interface ListedChatSession extends ChatSession {
  usage: TokenUsage
}

/** The parent of a new live session in this chat. */
export const toParent = ({ previous }: ChatSession): { session: string; kind: 'reset' } | undefined =>
  previous === undefined ? undefined : { session: previous.session, kind: 'reset' }

/**
 * The part of a source that is stored. It leaves out the message id, and in a shared chat the speaker: both change
 * with every message, and what is derived from the source must not change.
 */
export const describedBy = (
  source: MessageSource,
  rules: KeyRules,
): Pick<ChatRow, 'displayName' | 'source' | 'owner'> => {
  const { messageId: _, ...lasting } = source
  const { userId: _id, userIdAlt: _alt, userName: _name, ...chat } = lasting
  const kept = isShared(source, rules) ? chat : lasting
  return {
    displayName: displayNameOf(kept),
    source: JSON.stringify(writeSource(kept)),
    owner: ownerOf(source, rules),
  }
}

export const toChatSession = (row: ChatRow): ChatSession => ({
  key: row.key,
  session: row.session,
  owner: row.owner,
  source: storedSource(row),
  displayName: row.displayName,
  createdAt: row.createdAt,
  clocks: { startedAt: row.startedAt, interactedAt: row.interactedAt, updatedAt: row.updatedAt },
  previous: row.previous,
  metadata: parseMetadata(row.metadata),
})

export const toListedChatSession = (row: ListedChat): ListedChatSession => ({
  ...toChatSession(row),
  usage: {
    inputTokens: row.inputTokens ?? undefined,
    outputTokens: row.outputTokens ?? undefined,
    cacheReadTokens: row.cacheReadTokens ?? undefined,
    cacheWriteTokens: row.cacheWriteTokens ?? undefined,
  },
})

/** Damaged metadata counts as empty. */
export const parseMetadata = (json: string): Record<string, unknown> => {
  const value = parseJson(json)
  return isRecord(value) ? value : {}
}

/** Reads the stored source. A damaged row must not hide the others, so what is left of it is still listed. */
export const storedSource = (row: Pick<ChatRow, 'source' | 'platform' | 'chatType'>): MessageSource => {
  try {
    return readSource(parseJson(row.source))
  } catch {
    return { platform: row.platform, chatType: row.chatType }
  }
}
