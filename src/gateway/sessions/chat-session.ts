import { isRecord, parseJson } from '../../lib/json.ts'
import type { TokenUsage } from '../../schema/live-session.ts'
import type { ChatRow, ListedChat } from '../../store/chats/chat-session.ts'
import { displayNameOf } from '../identity/describe.ts'
import { isShared, type KeyRules, ownerOf } from '../identity/key.ts'
import { type MessageSource, readSource, writeSource } from '../identity/source.ts'

/** Which live session a chat is in, and the clocks of it. */
export interface ChatSession {
  key: string
  /** Id of the live session; its row comes into being with the first message. */
  session: string
  owner: string
  source: MessageSource
  /** How the chat is called, in one line. */
  displayName: string
  /** When the chat was first seen. */
  createdAt: number
  clocks: ChatClocks
  /** What was before the last reset; undefined where there was none, or it was undone. */
  previous: PreviousSession | undefined
  /** Belongs to the code that runs the chat; writing it moves no clock. */
  metadata: Readonly<Record<string, unknown>>
}

export interface ChatClocks {
  /** When this session began, or was gone back to: what daily resets go by. */
  startedAt: number
  /** When a person last said something: what idle resets go by. */
  interactedAt: number
  /** When anything last happened, notices and resets included: what lists go by. */
  updatedAt: number
}

interface PreviousSession {
  session: string
  reason: string
  at: number
  /** A person had said something in it. */
  hadActivity: boolean
}

/** Told once: to the person (`text`, where they are to be told) and to the model, riding along with the next message (`note`). */
export interface ResetNotice {
  key: string
  reason: string
  at: number
  previousSession: string
  session: string
  hadActivity: boolean
  /** Undefined where policy or platform say that resets are silent, or where the session held no message. */
  text: string | undefined
  note: string
}

/** With what its session has cost so far; undefined where that is not recorded. */
export interface ListedChatSession extends ChatSession {
  usage: TokenUsage
}

/** What a live session that comes into being in this chat came out of. */
export const parentOf = ({ previous }: ChatSession): { session: string; kind: 'reset' } | undefined =>
  previous === undefined ? undefined : { session: previous.session, kind: 'reset' }

/**
 * What is kept of a source. Not which message it was, and of a shared chat not who happened to speak: both change with every
 * message, and what is made of the source must not.
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

export const chatSessionOf = (row: ChatRow): ChatSession => ({
  key: row.key,
  session: row.session,
  owner: row.owner,
  source: storedSource(row),
  displayName: row.displayName,
  createdAt: row.createdAt,
  clocks: { startedAt: row.startedAt, interactedAt: row.interactedAt, updatedAt: row.updatedAt },
  previous: row.previous,
  metadata: metadataOf(row.metadata),
})

export const listedOf = (row: ListedChat): ListedChatSession => ({
  ...chatSessionOf(row),
  usage: {
    inputTokens: row.inputTokens ?? undefined,
    outputTokens: row.outputTokens ?? undefined,
    cacheReadTokens: row.cacheReadTokens ?? undefined,
    cacheWriteTokens: row.cacheWriteTokens ?? undefined,
  },
})

/** Damaged metadata counts as none. */
export const metadataOf = (json: string): Record<string, unknown> => {
  const value = parseJson(json)
  return isRecord(value) ? value : {}
}

/** One damaged row must not hide the others: what is left of it is still listed. */
export const storedSource = (row: Pick<ChatRow, 'source' | 'platform' | 'chatType'>): MessageSource => {
  try {
    return readSource(parseJson(row.source))
  } catch {
    return { platform: row.platform, chatType: row.chatType }
  }
}
