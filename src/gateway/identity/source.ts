import { AppError } from '../../lib/error.ts'
import { isRecord, type JsonRecord } from '../../lib/json.ts'
import { KNOWN_PLATFORMS } from './known-platforms.ts'

/**
 * Where a message came from. Ids are text, their case kept; a platform is one of `KNOWN_PLATFORMS`, in small letters.
 * Names and topics are other people's words: they are shown quoted, and nothing is ever decided by them.
 */
export interface MessageSource {
  platform: string
  /** dm, group, channel or thread; adapters may name others (`forum`), which are treated like groups. */
  chatType: string
  chatId?: string | undefined
  chatName?: string | undefined
  chatTopic?: string | undefined
  userId?: string | undefined
  userName?: string | undefined
  threadId?: string | undefined
  /** The lasting id of a person or chat, where the usual one changes. */
  userIdAlt?: string | undefined
  chatIdAlt?: string | undefined
  /** Workspace, guild, server. */
  scopeId?: string | undefined
  parentChatId?: string | undefined
  /** The thread that will be made for the answer: the message belongs to it already. */
  prospectiveThreadId?: string | undefined
  /** The message that was sent; takes no part in keys and prompts. */
  messageId?: string | undefined
  /** An agent of its own with sessions of its own; the usual one where there is none. */
  profile?: string | undefined
}

const CHAT_TYPES = ['dm', 'group', 'channel', 'thread'] as const

/** A person at this machine. */
export const localSource = (userName?: string): MessageSource => ({
  platform: 'local',
  chatType: 'dm',
  chatId: 'cli',
  chatName: 'CLI terminal',
  userName,
})

/** Reads the names that messages and stored entries use (`chat_id`, ...). What is wrong is refused in words. */
export const readSource = (value: unknown): MessageSource => {
  if (!isRecord(value)) throw refused('a source must be an object', 'as in {"platform": "telegram", "chat_id": "42"}')
  const source: MessageSource = { platform: platformNamed(value['platform']), chatType: chatTypeOf(value['chat_type']) }
  for (const [field, name] of FIELDS) {
    const text = idOf(value, name)
    if (text !== undefined) source[field] = text
  }
  source.scopeId ??= idOf(value, 'guild_id')
  if (source.scopeId === undefined) delete source.scopeId
  return source
}

/** The same names back; what is not known is left out. */
export const writeSource = (source: MessageSource): Record<string, string> => {
  const record: Record<string, string> = { platform: source.platform, chat_type: source.chatType }
  for (const [field, name] of FIELDS) {
    const text = source[field]
    if (text !== undefined) record[name] = text
  }
  return record
}

/** The name of a platform however it is written; others than those of the registry are refused. */
export const platformNamed = (name: unknown): string => {
  const known = typeof name === 'string' ? name.trim().toLowerCase() : ''
  if (Object.hasOwn(KNOWN_PLATFORMS, known)) return known
  const shown = typeof name === 'string' ? JSON.stringify(name.slice(0, LONGEST_SHOWN_CHARS)) : 'nothing'
  throw new AppError('unknown-platform', `there is no platform ${shown}`, {
    hint: `known are: ${Object.keys(KNOWN_PLATFORMS).join(', ')}`,
  })
}

const LONGEST_SHOWN_CHARS = 40

const FIELDS = [
  ['chatId', 'chat_id'],
  ['chatName', 'chat_name'],
  ['chatTopic', 'chat_topic'],
  ['userId', 'user_id'],
  ['userName', 'user_name'],
  ['threadId', 'thread_id'],
  ['userIdAlt', 'user_id_alt'],
  ['chatIdAlt', 'chat_id_alt'],
  ['scopeId', 'scope_id'],
  ['parentChatId', 'parent_chat_id'],
  ['prospectiveThreadId', 'prospective_thread_id'],
  ['messageId', 'message_id'],
  ['profile', 'profile'],
] as const

const chatTypeOf = (value: unknown): string => {
  if (value === undefined || value === null || value === '') return 'dm'
  const type = typeof value === 'string' ? value.trim().toLowerCase() : ''
  if (/^[a-z][a-z0-9_-]{0,31}$/.test(type)) return type
  throw refused('chat_type must be a word', `use ${CHAT_TYPES.join(', ')}`)
}

/** Longer ones are no ids. Of a name only the beginning is kept: a message is not refused for what its sender is called. */
const LONGEST_ID_CHARS = 512
const LONGEST_NAME_CHARS = 1_000

/** Platforms write ids as numbers too. Empty is absent. */
const idOf = (record: JsonRecord, name: string): string | undefined => {
  const value = record[name]
  if (value === undefined || value === null || value === '') return undefined
  const text = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value
  if (typeof text !== 'string')
    throw refused(`${name} must be text or a whole number`, 'numbers beyond 2^53 must be sent as text')
  if (name.endsWith('_name') || name === 'chat_topic') return text.slice(0, LONGEST_NAME_CHARS).toWellFormed()
  if (text.length > LONGEST_ID_CHARS)
    throw refused(`${name} is too long: ${text.length} characters`, `at most ${LONGEST_ID_CHARS} are an id`)
  return text
}

const refused = (message: string, hint: string): AppError => new AppError('bad-source', message, { hint })
