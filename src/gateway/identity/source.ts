import { AppError } from '../../lib/error.ts'
import { isRecord, type JsonRecord } from '../../lib/json.ts'
import { KNOWN_PLATFORMS } from './known-platforms.ts'

/**
 * Where a message came from. Ids are text and keep their case; a platform is one of `KNOWN_PLATFORMS`, in lower case.
 * Names and topics are words of other people: they are shown in quotes, and no decision depends on them.
 */
export interface MessageSource {
  platform: string
  /** dm, group, channel or thread. Adapters may use other types (`forum`), which are treated like groups. */
  chatType: string
  chatId?: string | undefined
  chatName?: string | undefined
  chatTopic?: string | undefined
  userId?: string | undefined
  userName?: string | undefined
  threadId?: string | undefined
  /** A lasting id of the person or chat, on platforms where the usual id changes. */
  userIdAlt?: string | undefined
  chatIdAlt?: string | undefined
  /** The id of the workspace, guild or server. */
  scopeId?: string | undefined
  parentChatId?: string | undefined
  /** The thread that the platform will open for the answer. The message already belongs to it. */
  prospectiveThreadId?: string | undefined
  /** The id of this message. Keys and prompts do not use it. */
  messageId?: string | undefined
  /** Selects a separate agent with its own sessions; undefined: the usual agent. */
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

/**
 * Reads the field names of messages and stored entries (`chat_id`, ...). Throws with an explanation if a field is
 * wrong.
 */
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

/** Writes the field names that `readSource` reads; undefined fields are left out. */
export const writeSource = (source: MessageSource): Record<string, string> => {
  const record: Record<string, string> = { platform: source.platform, chat_type: source.chatType }
  for (const [field, name] of FIELDS) {
    const text = source[field]
    if (text !== undefined) record[name] = text
  }
  return record
}

/** Finds a platform by its name in any spelling. Throws if the registry does not have it. */
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

/** A longer text is no id. Names are cut instead: a message is not refused because of its sender's name. */
const LONGEST_ID_CHARS = 512
const LONGEST_NAME_CHARS = 1_000

/** Some platforms write ids as numbers. An empty id counts as missing. */
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
