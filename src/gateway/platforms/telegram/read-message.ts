import { asString, isRecord, type JsonRecord } from '../../../lib/json.ts'
import type { IncomingMessage } from '../../platform.ts'

/**
 * Converts a message of the Bot API. Undefined if the message is not for us: it is from a bot, or it is in a group and
 * neither names us, nor is a command, nor replies to us.
 */
export const readMessage = (
  raw: unknown,
  bot: { id: string | undefined; name: string },
): IncomingMessage | undefined => {
  if (!isRecord(raw) || !isRecord(raw['chat'])) return undefined
  const { chat } = raw
  const from = isRecord(raw['from']) ? raw['from'] : {}
  if (from['is_bot'] === true) return undefined
  const text = asString(raw['text']) ?? asString(raw['caption']) ?? ''
  const chatType = CHAT_TYPES[asString(chat['type']) ?? ''] ?? 'group'
  if (chatType !== 'dm' && !isForUs(raw, { text, bot })) return undefined
  const source: IncomingMessage['source'] = {
    platform: 'telegram',
    chatType,
    chatId: String(chat['id']),
    messageId: String(raw['message_id']),
  }
  const chatName = asString(chat['title']) ?? (chatType === 'dm' ? nameOf(from) : undefined)
  if (chatName !== undefined) source.chatName = chatName
  // A post of a channel has the channel as its sender.
  const userId = from['id'] ?? (isRecord(raw['sender_chat']) ? raw['sender_chat']['id'] : undefined)
  if (isId(userId)) source.userId = String(userId)
  const userName = nameOf(from)
  if (userName !== undefined) source.userName = userName
  // Replies in ordinary groups have a thread id too, but no thread that could be sent to.
  if (raw['is_topic_message'] === true && isId(raw['message_thread_id']))
    source.threadId = String(raw['message_thread_id'])
  return { source, text }
}

const isId = (value: unknown): value is number | string => typeof value === 'number' || typeof value === 'string'

const CHAT_TYPES: Readonly<Record<string, string>> = {
  private: 'dm',
  group: 'group',
  supergroup: 'group',
  channel: 'channel',
}

const nameOf = (user: JsonRecord): string | undefined => {
  const names = [asString(user['first_name']), asString(user['last_name'])].filter((name) => name !== undefined)
  return names.length > 0 ? names.join(' ') : asString(user['username'])
}

const isForUs = (
  raw: JsonRecord,
  { text, bot }: { text: string; bot: { id: string | undefined; name: string } },
): boolean => {
  const replied =
    isRecord(raw['reply_to_message']) && isRecord(raw['reply_to_message']['from'])
      ? String(raw['reply_to_message']['from']['id'])
      : undefined
  if (replied !== undefined && replied === bot.id) return true
  const words = text.toLowerCase()
  const name = `@${bot.name.toLowerCase()}`
  if (bot.name !== '' && words.split(/[^\w@]+/).some((word) => word === name || word.endsWith(name))) return true
  // A command with another bot's name is not for us.
  return /^\/\w+(?![\w@])/.test(words)
}
