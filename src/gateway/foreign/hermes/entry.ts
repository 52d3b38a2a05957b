import { readTime } from '../../../lib/clock.ts'
import { messageOf } from '../../../lib/error.ts'
import { asNumber, asString, isRecord, type JsonRecord } from '../../../lib/json.ts'
import type { ForeignChat, ReadOptions } from '../foreign-gateway.ts'
import { fitsKey } from '../foreign-key.ts'
import { DEFAULT_KEY_RULES } from '../../identity/key.ts'
import { type MessageSource, readSource } from '../../identity/source.ts'

type Entry = Omit<ForeignChat, 'messages' | 'where'>

/** Reads one entry of the index, or returns the reason why it cannot be imported. Never throws. */
export const readEntry = (
  key: string,
  value: unknown,
  { isMine = false }: ReadOptions = {},
): Entry | { reason: string } => {
  if (!isRecord(value)) return { reason: 'it is no entry' }
  if (isUnsafeKey(key)) return { reason: 'its key leads out of its directory' }
  const session = asString(value['session_id'])
  if (session === undefined || session === '') return { reason: 'it names no session' }
  if (isUnsafeId(session)) return { reason: 'the id of its session is a path' }
  if (value['suspended'] === true) return { reason: 'it was suspended' }
  const source = sourceOf(key, value)
  if ('reason' in source) return source
  const mismatch = isMine && source.chatType === 'dm' ? undefined : mixedWith(key, source)
  if (mismatch !== undefined) return { reason: mismatch }
  return {
    key,
    session,
    source,
    createdAt: readTime(value['created_at']),
    updatedAt: readTime(value['updated_at']),
    usage: {
      // Hermes leaves a counter at 0 if it counted nothing, so 0 means unknown.
      inputTokens: asNumber(value['input_tokens']) || undefined,
      outputTokens: asNumber(value['output_tokens']) || undefined,
      cacheReadTokens: asNumber(value['cache_read_tokens']) || undefined,
      cacheWriteTokens: asNumber(value['cache_write_tokens']) || undefined,
    },
    costUsd: asNumber(value['estimated_cost_usd']) || undefined,
  }
}

/** Keys of one platform contain slashes, but a key that climbs up or begins at the root is unsafe. */
const isUnsafeKey = (key: string): boolean => key.includes('..') || /^[/\\]/.test(key) || /[\p{Cc}]/u.test(key)

const isUnsafeId = (id: string): boolean => id.includes('..') || /[/\\\p{Cc}]|^[A-Za-z]:/u.test(id)

const sourceOf = (key: string, entry: JsonRecord): MessageSource | { reason: string } => {
  const origin = isRecord(entry['origin']) ? entry['origin'] : originOf(key)
  if (origin === undefined) return { reason: 'it does not say where its messages come from' }
  try {
    const { messageId: _, ...source } = readSource({
      chat_type: entry['chat_type'],
      platform: entry['platform'],
      ...origin,
    })
    return source
  } catch (error) {
    return { reason: messageOf(error) }
  }
}

/** Only the key of a direct chat is complete: in other keys a thread cannot be told from a person. */
const originOf = (key: string): JsonRecord | undefined => {
  const [, platform, chatId] = /^agent:main:([a-z_]+):dm:([^:]+)$/.exec(key) ?? []
  return platform === undefined ? undefined : { platform, chat_type: 'dm', chat_id: chatId }
}

/**
 * The earliest keys put everybody who wrote on a platform, or in a group, into one session. Such a session must not
 * become one person's, so only keys that today's rules would make are imported.
 */
const mixedWith = (key: string, source: MessageSource): string | undefined => {
  const choices = [true, false].flatMap((groupSessionsPerUser) =>
    [true, false].map((threadSessionsPerUser) => ({
      ...DEFAULT_KEY_RULES,
      groupSessionsPerUser,
      threadSessionsPerUser,
    })),
  )
  if (choices.some((rules) => fitsKey(key, source, rules))) return undefined
  return source.chatType === 'dm'
    ? 'it may hold what several people wrote: its key does not name one chat'
    : 'its key does not fit where its messages come from'
}
