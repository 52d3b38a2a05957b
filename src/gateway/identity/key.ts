import { type IdentityLinks, isLocalUser, linkedPerson } from './identity-links.ts'
import { KNOWN_PLATFORMS } from './known-platforms.ts'
import type { MessageSource } from './source.ts'

/** Settings that decide which messages share a conversation. */
export interface KeyRules {
  /** Each member of a group has a conversation of their own. */
  groupSessionsPerUser: boolean
  /** Whether each member of a thread has their own conversation; otherwise all members share one. */
  threadSessionsPerUser: boolean
  identityLinks: IdentityLinks
  /** The user who runs the gateway and owns the sessions made at this machine's command line. */
  localUser?: string | undefined
}

export const DEFAULT_KEY_RULES: KeyRules = {
  groupSessionsPerUser: true,
  threadSessionsPerUser: false,
  identityLinks: new Map(),
}

/**
 * The only function that decides which conversation a message belongs to: one per direct chat, one per user in a
 * group, one per thread. Ordinary ids stand in the key unchanged; an id that could make it look like another key is
 * escaped.
 */
export const sessionKey = (source: MessageSource, rules: KeyRules = DEFAULT_KEY_RULES): string =>
  joined(source, slotsOf(source, rules))

/**
 * Names the parts of the key in order: `chat participant`, `chat thread`, ... Two messages with the same key and
 * different shapes (a user and a thread with the same number) are different conversations.
 */
export const describeKey = (source: MessageSource, rules: KeyRules = DEFAULT_KEY_RULES): string =>
  slotsOf(source, rules)
    .map(([name]) => name)
    .join(' ')

/** The key for a conversation if one of another shape has its plain key. No unescaped id begins with `~`. */
export const addKeyShape = (key: string, shape: string): string => `${key}:~${shape.replaceAll(' ', '-')}`

/**
 * The key for a conversation if its plain key belongs to another owner. An owner contains a `:`, which no shape does.
 */
export const keyOfOwner = (key: string, owner: string): string => `${key}:~${escaped(owner)}`

/** Whether two messages of one platform certainly come from one person. Only ids count, never names. */
export const isSamePerson = (one: MessageSource, other: MessageSource): boolean => {
  const ids = idsOf(one)
  return one.platform === other.platform && idsOf(other).some((id) => ids.includes(id))
}

/** Whether the platform says who wrote the message. */
export const isNamed = (source: MessageSource): boolean => idsOf(source).length > 0

const idsOf = (source: MessageSource): string[] =>
  [source.userId, source.userIdAlt].filter((id) => id !== undefined).map((id) => canonical(source, id))

/** Whether everybody in the chat talks in one session, so that each message has to name its sender. */
export const isShared = (source: MessageSource, rules: KeyRules = DEFAULT_KEY_RULES): boolean =>
  source.chatType !== 'dm' && !slotsOf(source, rules).some(([name]) => name === 'participant')

/** The owner of the session: the person, or the chat if everybody in it talks in one session. */
export const ownerOf = (source: MessageSource, rules: KeyRules = DEFAULT_KEY_RULES): string => {
  const { platform, chatId, threadId } = source
  if (isShared(source, rules)) return `${platform}:chat:${storable(scoped(source, chatId ?? threadId ?? ''))}`
  // Other people read the answers in a group, so the local user's own sessions and templates stay out of it.
  if (source.chatType === 'dm' && rules.localUser !== undefined && isLocalUser(source, rules)) return rules.localUser
  const person = linkedPerson(source, rules.identityLinks)
  if (person !== undefined) return `${PERSON}:${storable(person)}`
  const user = participantOf(source) ?? chatId ?? threadId ?? ''
  // A user whose id looks like a chat's owner must not own the chat's sessions.
  return `${platform}:${user.startsWith('chat:') ? escaped(user) : storable(user)}`
}

/** Escapes an id only if a store would not accept it. */
const storable = (id: string): string => (/[%\p{Cc}\p{Cs}]/u.test(id) ? escaped(id) : id)

/** Stands in place of the platform in keys of linked people, so no platform may have this name. */
export const PERSON = 'person'

type Slot = readonly [name: 'chat' | 'scope' | 'thread' | 'participant' | 'person', id: string]

const slotsOf = (source: MessageSource, rules: KeyRules): Slot[] =>
  source.chatType === 'dm' ? directSlots(source, rules) : groupSlots(source, rules)

const directSlots = (source: MessageSource, rules: KeyRules): Slot[] => {
  const thread = slot('thread', source.threadId)
  const person = linkedPerson(source, rules.identityLinks)
  // A thread inside a direct chat keeps a conversation of its own.
  if (person !== undefined && thread.length === 0) return [['person', person]]
  const peer = source.chatId === undefined ? participantOf(source) : canonical(source, source.chatId)
  return [...scopeOf(source), ...slot('chat', peer), ...thread]
}

const groupSlots = (source: MessageSource, rules: KeyRules): Slot[] => {
  const thread = slot('thread', threadOf(source))
  const isPerUser = thread.length > 0 ? rules.threadSessionsPerUser : rules.groupSessionsPerUser
  const participant = isPerUser ? slot('participant', participantOf(source)) : []
  return [...scopeOf(source), ...slot('chat', source.chatId), ...thread, ...participant]
}

const joined = (source: MessageSource, slots: readonly Slot[]): string => {
  const isPerson = slots[0]?.[0] === 'person'
  // A message for which the platform will open a thread already belongs to that thread, so that later messages in it
  // find the same conversation.
  const isProspective = source.chatType !== 'dm' && source.threadId === undefined && threadOf(source) !== undefined
  const platform = isPerson ? PERSON : source.platform
  const parts = [platform, isProspective ? 'thread' : source.chatType, ...slots.map(([, id]) => escaped(id))]
  return `${agentOf(source.profile)}:${parts.join(':')}`
}

const agentOf = (profile: string | undefined): string => {
  if (profile === undefined || profile === 'default') return 'agent:main'
  return profile === 'main' ? 'agent:main~' : `agent:${escaped(profile).replaceAll('~', '%7E')}`
}

const threadOf = ({ threadId, prospectiveThreadId }: MessageSource): string | undefined =>
  threadId ?? prospectiveThreadId

const participantOf = (source: MessageSource): string | undefined => {
  const id = source.userIdAlt ?? source.userId
  return id === undefined ? undefined : canonical(source, id)
}

const canonical = ({ platform }: MessageSource, id: string): string =>
  KNOWN_PLATFORMS[platform]?.canonicalId?.(id) ?? id

const scopeOf = ({ platform, scopeId }: MessageSource): Slot[] =>
  KNOWN_PLATFORMS[platform]?.hasScopedChats ? slot('scope', scopeId) : []

const scoped = (source: MessageSource, id: string): string => {
  const [scope] = scopeOf(source)
  return scope === undefined ? id : `${scope[1]}:${id}`
}

const slot = (name: Slot[0], id: string | undefined): Slot[] => (id === undefined || id === '' ? [] : [[name, id]])

/**
 * Escapes what would end a part of the key, leave a directory, or not survive a store: separators, two dots in a row,
 * a leading tilde, control characters, half characters, and the escape sign itself.
 */
const escaped = (id: string): string =>
  id.replaceAll(/[%:/\\\p{Cc}]|\p{Cs}|\.(?=\.)|(?<=\.)\.|^~/gu, (character) =>
    character.length === 1 && character.charCodeAt(0) > 0xff
      ? `%u${character.charCodeAt(0).toString(16)}`
      : `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  )
