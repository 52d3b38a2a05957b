import { AppError } from '../lib/error.ts'
import { isRecord, type JsonRecord } from '../lib/json.ts'

/** What a seed is put into. */
export interface Into {
  /** An existing conversation in the provider's own form; undefined if there is none yet. */
  conversation?: unknown
  /** The real message of the user, which comes last. */
  message?: string | undefined
}

export interface Conversation {
  messages: readonly unknown[]
  /** The object that held the list of messages; undefined for a bare list. */
  envelope: JsonRecord | undefined
}

/**
 * Reads a conversation from a bare list or from an object with the list under `field`. Throws a readable error for
 * anything else.
 */
export const readConversation = (conversation: unknown, field: string): Conversation => {
  if (conversation === undefined) return { messages: [], envelope: undefined }
  if (Array.isArray(conversation)) return { messages: conversation, envelope: undefined }
  if (isRecord(conversation) && Array.isArray(conversation[field]))
    return { messages: conversation[field], envelope: conversation }
  throw new AppError('usage', 'this is not a conversation of that format', {
    hint: `it has to be a JSON list, or an object with a list called ${field}`,
  })
}

/** Puts `seed` after the leading messages and before all others, and `last` at the end. */
export const joinMessages = (
  messages: readonly unknown[],
  { seed, last, isLeading }: { seed: readonly unknown[]; last: readonly unknown[]; isLeading(role: unknown): boolean },
): unknown[] => {
  const rest = messages.findIndex((message) => !isLeading(isRecord(message) ? message['role'] : undefined))
  const start = rest < 0 ? messages.length : rest
  return [...messages.slice(0, start), ...seed, ...messages.slice(start), ...last]
}
