import { isShared, type KeyRules } from './key.ts'
import { KNOWN_PLATFORMS } from './known-platforms.ts'
import type { MessageSource } from './source.ts'
import { oneLine } from './untrusted.ts'

/**
 * Describes in words where a message came from. The text holds words of other people: quote it wherever a model reads
 * it.
 */
export const describeSource = (source: MessageSource, shown: ShownId = (_, id) => id): string => {
  if (KNOWN_PLATFORMS[source.platform]?.isLocal) return 'CLI terminal'
  const chat = nameOf(source.chatName, source.chatId, (id) => shown('chat', id))
  const thread = source.threadId === undefined ? '' : `, thread: ${shown('chat', source.threadId)}`
  return `${placeOf(source, chat, shown)}${thread}`
}

/** Writes an id for display: unchanged or hashed. */
export type ShownId = (kind: 'user' | 'chat', id: string) => string

/** The name of a chat in lists: the chat's own name, else the person's. */
export const displayNameOf = (source: MessageSource): string => {
  const { chatName, userName, chatId, userId } = source
  const names = source.chatType === 'dm' ? [userName, chatName, userId, chatId] : [chatName, chatId, userName, userId]
  for (const name of names) {
    const clean = oneLine(name ?? '')
    if (clean !== '') return clean
  }
  return describeSource(source)
}

/**
 * In a shared session, each message begins with its sender's name. The name is cleaned, so that it can neither end the
 * label early nor look like another line; the text stays behind it.
 */
export const withSender = (source: MessageSource, rules: KeyRules, text: string): string => {
  if (!isShared(source, rules)) return text
  const name = oneLine(source.userName ?? source.userId ?? 'somebody').replaceAll(/[[\]|]/g, '')
  return `[${name.slice(0, LONGEST_SENDER_CHARS).trim() || 'somebody'}] ${text}`
}

const LONGEST_SENDER_CHARS = 80

const placeOf = (source: MessageSource, chat: string | undefined, shown: ShownId): string => {
  switch (source.chatType) {
    case 'dm':
      return `DM with ${nameOf(source.userName, source.userId, (id) => shown('user', id)) ?? chat ?? 'somebody unknown'}`
    case 'group':
    case 'channel':
    case 'thread':
      return `${source.chatType}: ${chat ?? 'unknown'}`
    default:
      return chat ?? source.chatType
  }
}

/** A platform without names gives the id as the name. Such a name is still treated as an id. */
const nameOf = (
  name: string | undefined,
  id: string | undefined,
  shown: (id: string) => string,
): string | undefined => {
  const clean = oneLine(name ?? '')
  if (clean !== '' && clean !== id) return clean
  return id === undefined ? undefined : oneLine(shown(id))
}
