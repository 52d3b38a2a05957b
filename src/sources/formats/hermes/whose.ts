import { isRecord, type JsonRecord, parseJson } from '../../../lib/json.ts'
import { isChatPlatform } from '../../../schema/chat-platform.ts'
import { cellWord, type SessionRow } from './rows.ts'

/** `platform:user`, or `platform:chat:ID` for a session that a whole chat shares; null: unknown; undefined: the local user. */
export type Whose = string | null | undefined

/** A routing entry: the chat that a session was held in, and the person. */
export interface Routed {
  key: string
  platform: string | undefined
  chatType: string | undefined
  chatId: string | undefined
  scopeId: string | undefined
  /** Usual and lasting id of the person, as far as they are known. */
  userIds: readonly string[]
}

/** Routing of a home, by session and by session key. */
export interface Routing {
  bySession(id: string): Routed | undefined
  byKey(key: string): Routed | undefined
  /** A gateway ran in this home, so a session without evidence may belong to another person. */
  isUsed: boolean
}

export const NO_ROUTING: Routing = { bySession: () => undefined, byKey: () => undefined, isUsed: false }

/** An entry of `sessions.json` or of the table `gateway_routing`. Undefined: it names no session. */
export const readRouted = (key: string, entry: unknown): { session: string; routed: Routed } | undefined => {
  if (!isRecord(entry)) return undefined
  const session = cellWord(entry['session_id'])
  if (session === undefined) return undefined
  return { session, routed: routedFrom(key, isRecord(entry['origin']) ? entry['origin'] : {}, entry) }
}

const routedFrom = (key: string, origin: JsonRecord, entry: JsonRecord = {}): Routed => {
  const word = (name: string): string | undefined => cellWord(origin[name]) ?? cellWord(entry[name])
  const parts = partsOf(key)
  return {
    key,
    platform: (word('platform') ?? parts?.platform)?.toLowerCase(),
    chatType: (parts?.chatType ?? word('chat_type'))?.toLowerCase(),
    chatId: word('chat_id'),
    scopeId: word('scope_id') ?? word('guild_id'),
    userIds: [word('user_id'), word('user_id_alt')].filter((id) => id !== undefined),
  }
}

/** Owner of a session of the database or of an export, from its row and from the routing. */
export const whoseRow = (row: SessionRow, routing: Routing): Whose => {
  const platform = cellWord(row.source)?.toLowerCase()
  const user = cellWord(row.userId)
  // The parent's owner decides about a sub-agent.
  if (platform === HELPER) return undefined
  const key = cellWord(row.sessionKey)
  const isOfChat = isChatPlatform(platform) || isOfGateway(platform, { key, chatId: cellWord(row.chatId) })
  if (!isOfChat) return user === undefined ? undefined : `${platform ?? 'unknown'}:${user}`
  const known = routing.bySession(row.id) ?? (key === undefined ? undefined : routing.byKey(key))
  const origin = cellWord(row.origin)
  const stored = origin === undefined ? undefined : parseJson(origin)
  const own = routedFrom(key ?? known?.key ?? '', isRecord(stored) ? stored : {})
  return whoseChat({
    ...own,
    platform: platform ?? own.platform,
    chatType: own.chatType ?? cellWord(row.chatType)?.toLowerCase() ?? known?.chatType,
    chatId: cellWord(row.chatId) ?? own.chatId ?? known?.chatId,
    scopeId: own.scopeId ?? known?.scopeId,
    userIds: [...(user === undefined ? [] : [user]), ...own.userIds, ...(known?.userIds ?? [])],
  })
}

/** Owner of a snapshot, a transcript or a fragment, from the routing. `platform` is the name that the file itself gives. */
export const whoseFile = (
  { session, platform, key }: { session: string; platform?: string | undefined; key?: string | undefined },
  routing: Routing,
): { owner: Whose; platform: string | undefined } => {
  const known = routing.bySession(session) ?? (key === undefined ? undefined : routing.byKey(key))
  const named = platform ?? known?.platform ?? (key === undefined ? undefined : partsOf(key)?.platform)
  if (named === undefined || named === HELPER) return { owner: strayOwner(routing), platform: named }
  if (!isChatPlatform(named) && known === undefined && !isOfGateway(named, { key, chatId: undefined }))
    return { owner: undefined, platform: named }
  return { owner: known === undefined ? null : whoseChat({ ...known, platform: named }), platform: named }
}

/**
 * Whether a gateway held the session on a platform that we do not know: a plug-in can bring any. Only a gateway writes such a key, or the id
 * of a chat.
 */
const isOfGateway = (
  platform: string | undefined,
  { key, chatId }: { key: string | undefined; chatId: string | undefined },
): boolean => {
  const named = platform ?? partsOf(key ?? '')?.platform
  if (named !== undefined && OWN_PLATFORMS.has(named)) return false
  return chatId !== undefined || partsOf(key ?? '') !== undefined
}

/** Where only the local user writes. */
const OWN_PLATFORMS: ReadonlySet<string> = new Set(['cli', 'local', 'tui', 'console', 'acp', 'cron'])

/** Hermes' name for sessions of its sub-agents. */
export const HELPER = 'subagent'

/** Owner of a session without evidence: the local user, or unknown if a gateway ran here. */
export const strayOwner = ({ isUsed }: Routing): Whose => (isUsed ? null : undefined)

/**
 * The session key says who takes part. A direct key without a chat is from the time when all direct messages of a platform shared one
 * session, and a group key without a participant is shared by the group: neither belongs to the person who wrote first.
 */
const whoseChat = (chat: Routed): Whose => {
  const { platform = '', chatType, chatId, userIds } = chat
  const [user] = userIds
  const person = user === undefined ? null : `${platform}:${user}`
  const parts = partsOf(chat.key)
  if (parts === undefined) return person
  if ((chatType ?? 'dm') === 'dm') return parts.rest === '' ? null : person
  if (userIds.some((id) => isLastOf(parts.rest, id))) return person
  return chatId === undefined ? null : `${platform}:chat:${scopeOf(chat)}${chatId}`
}

/** Chats of Slack are told apart by their workspace. */
const scopeOf = ({ platform, scopeId }: Routed): string =>
  platform === 'slack' && scopeId !== undefined ? `${scopeId}:` : ''

/** Numbers are written in several ways, and in the key in one of them. */
const isLastOf = (rest: string, id: string): boolean =>
  [id, bareNumber(id)].some((each) => each !== '' && rest.length > each.length && rest.endsWith(`:${each}`))

const bareNumber = (id: string): string => (id.split(/[@:]/)[0] ?? '').replaceAll(/[+ ()-]/g, '')

/** `agent:NAME:PLATFORM:TYPE` and whatever follows. */
const partsOf = (key: string): { platform: string; chatType: string; rest: string } | undefined => {
  const [agent, , platform = '', chatType = '', ...rest] = key.split(':')
  return agent === 'agent' && chatType !== '' ? { platform, chatType, rest: rest.join(':') } : undefined
}
