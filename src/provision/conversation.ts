import { AppError } from '../lib/error.ts'
import { isRecord, type JsonRecord } from '../lib/json.ts'

/** Where a seed goes. */
export interface Into {
  /** An existing conversation in the provider's own form; undefined: there is none yet. */
  conversation?: unknown
  /** The real message of the user, which comes last. */
  message?: string | undefined
}

export interface Conversation {
  messages: readonly unknown[]
  /** The object that the messages came in, if they did. */
  envelope: JsonRecord | undefined
}

/** A conversation as a bare list or as an object with the list under `field`; anything else is refused in words. */
export const readConversation = (conversation: unknown, field: string): Conversation => {
  if (conversation === undefined) return { messages: [], envelope: undefined }
  if (Array.isArray(conversation)) return { messages: conversation, envelope: undefined }
  if (isRecord(conversation) && Array.isArray(conversation[field]))
    return { messages: conversation[field], envelope: conversation }
  throw new AppError('usage', 'this is not a conversation of that format', {
    hint: `it has to be a JSON list, or an object with a list called ${field}`,
  })
}

/** Puts `seed` after the messages that lead, before all others, and `last` at the end. */
export const joinMessages = (
  messages: readonly unknown[],
  { seed, last, isLeading }: { seed: readonly unknown[]; last: readonly unknown[]; isLeading(role: unknown): boolean },
): unknown[] => {
  const rest = messages.findIndex((message) => !isLeading(isRecord(message) ? message['role'] : undefined))
  const start = rest < 0 ? messages.length : rest
  return [...messages.slice(0, start), ...seed, ...messages.slice(start), ...last]
}
