import { type IdentityLinks, isLocalUser, linkedPerson } from './identity-links.ts'
import { KNOWN_PLATFORMS } from './known-platforms.ts'
import type { MessageSource } from './source.ts'

/** What can be adjusted about which messages belong together. */
export interface KeyRules {
  /** Each member of a group has a conversation of their own. */
  groupSessionsPerUser: boolean
  /** The same inside threads, which are otherwise shared. */
  threadSessionsPerUser: boolean
  identityLinks: IdentityLinks
  /** The user who runs the gateway: the owner of sessions at the command line of this machine. */
  localUser?: string | undefined
}

export const DEFAULT_KEY_RULES: KeyRules = {
  groupSessionsPerUser: true,
  threadSessionsPerUser: false,
  identityLinks: new Map(),
}

/**
 * The one function that says which conversation a message belongs to: direct messages per chat, groups per user, threads
 * shared. Usual ids stand in it as they are; what could be mistaken for another key is escaped.
 */
export const sessionKey = (source: MessageSource, rules: KeyRules = DEFAULT_KEY_RULES): string =>
  joined(source, slotsOf(source, rules))

/**
 * Which things the key is made of, in order: `chat participant`, `chat thread`, ... Two messages with one key and different
 * shapes (a user and a thread of the same number) are different conversations.
 */
export const keyShape = (source: MessageSource, rules: KeyRules = DEFAULT_KEY_RULES): string =>
  slotsOf(source, rules)
    .map(([name]) => name)
    .join(' ')

/** The key of a conversation whose plain key is taken by one of another shape. No id begins with `~` unescaped. */
export const keyOfShape = (key: string, shape: string): string => `${key}:~${shape.replaceAll(' ', '-')}`

/** The key of a conversation whose plain key belongs to another owner. An owner has a `:`, which no shape has. */
export const keyOfOwner = (key: string, owner: string): string => `${key}:~${escaped(owner)}`

/** Two messages of one platform are known to come from one person: by ids, never by names. */
export const isSamePerson = (one: MessageSource, other: MessageSource): boolean => {
  const ids = idsOf(one)
  return one.platform === other.platform && idsOf(other).some((id) => ids.includes(id))
}

/** The platform says who wrote. */
export const isNamed = (source: MessageSource): boolean => idsOf(source).length > 0

const idsOf = (source: MessageSource): string[] =>
  [source.userId, source.userIdAlt].filter((id) => id !== undefined).map((id) => canonical(source, id))

/** Everybody in the chat talks in one session, so that it has to be said who speaks. */
export const isShared = (source: MessageSource, rules: KeyRules = DEFAULT_KEY_RULES): boolean =>
  source.chatType !== 'dm' && !slotsOf(source, rules).some(([name]) => name === 'participant')

/** Whose session it is: the person's, or the chat's where everybody in it talks in one session. */
export const ownerOf = (source: MessageSource, rules: KeyRules = DEFAULT_KEY_RULES): string => {
  const { platform, chatId, threadId } = source
  if (isShared(source, rules)) return `${platform}:chat:${storable(scoped(source, chatId ?? threadId ?? ''))}`
  // Other people read the answers in a group, so the local user's own sessions and templates stay out of it.
  if (source.chatType === 'dm' && rules.localUser !== undefined && isLocalUser(source, rules)) return rules.localUser
  const person = linkedPerson(source, rules.identityLinks)
  if (person !== undefined) return `${PERSON}:${storable(person)}`
  const user = participantOf(source) ?? chatId ?? threadId ?? ''
  // A user who is called like a chat does not own what the chat owns.
  return `${platform}:${user.startsWith('chat:') ? escaped(user) : storable(user)}`
}

/** As it is, unless a store would not take it. */
const storable = (id: string): string => (/[%\p{Cc}\p{Cs}]/u.test(id) ? escaped(id) : id)

/** The keys of linked people stand where a platform would; no platform may be called so. */
export const PERSON = 'person'

type Slot = readonly [name: 'chat' | 'scope' | 'thread' | 'participant' | 'person', id: string]

const slotsOf = (source: MessageSource, rules: KeyRules): Slot[] =>
  source.chatType === 'dm' ? directSlots(source, rules) : groupSlots(source, rules)

const directSlots = (source: MessageSource, rules: KeyRules): Slot[] => {
  const thread = slot('thread', source.threadId)
  const person = linkedPerson(source, rules.identityLinks)
  // A thread inside a direct chat is a matter of its own, and stays one.
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
  // A message that will get a thread of its own is in it already, so that what follows there finds it.
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
 * Characters that would end a part of a key, leave a directory, or not survive a store: separators, two dots in a row,
 * a tilde in front, control characters and halves of characters, and the sign of escaping itself.
 */
const escaped = (id: string): string =>
  id.replaceAll(/[%:/\\\p{Cc}]|\p{Cs}|\.(?=\.)|(?<=\.)\.|^~/gu, (character) =>
    character.length === 1 && character.charCodeAt(0) > 0xff
      ? `%u${character.charCodeAt(0).toString(16)}`
      : `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  )
