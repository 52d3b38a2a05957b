import { AppError } from '../../lib/error.ts'

/** A delivery target as a person writes it. */
export type DeliveryTarget =
  | { kind: 'origin' }
  | { kind: 'local' }
  | { kind: 'all' }
  | { kind: 'home'; platform: string }
  | { kind: 'chat'; platform: string; chatId: string; threadId: string | undefined }

/**
 * Parses a list such as `origin, Telegram:-100:7`. Platform names ignore case, ids keep theirs. Throws if an entry is
 * no target.
 */
export const parseTargets = (text: string): DeliveryTarget[] => {
  const words = text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')
  if (words.length === 0 || words.length > MOST_TARGETS)
    throw new AppError('usage', `a list of targets has 1 to ${MOST_TARGETS} of them`, { hint: HINT })
  return words.map(parseTarget)
}

/** A list with more targets than this is a mistake. */
const MOST_TARGETS = 50
const LONGEST_ID_CHARS = 512
const HINT = 'use origin, local, all, PLATFORM, PLATFORM:CHAT or PLATFORM:CHAT:THREAD, and commas between several'

const parseTarget = (word: string): DeliveryTarget => {
  const [name = '', ...ids] = word.split(':')
  const platform = name.trim().toLowerCase()
  if (!/^[a-z][a-z0-9_-]{0,31}$/.test(platform)) throw refused(word)
  if (ids.length === 0) {
    if (platform === 'origin' || platform === 'local' || platform === 'all') return { kind: platform }
    return { kind: 'home', platform }
  }
  // Some platforms have a colon in their ids (`!room:server`), so only the part after the last colon can be a thread,
  // and only if it looks like a thread's id.
  const { chatId, threadId } = splitIds(ids)
  if (chatId === '' || chatId.length > LONGEST_ID_CHARS || /[\p{Cc}]/u.test(chatId)) throw refused(word)
  return { kind: 'chat', platform, chatId, threadId }
}

const splitIds = (ids: readonly string[]): { chatId: string; threadId: string | undefined } => {
  const [first = '', ...rest] = ids
  const isRoom = /^[!#@]/.test(first) && rest.length > 0
  const [chat, thread] = isRoom ? [`${first}:${rest[0]}`, rest.slice(1)] : [first, rest]
  const threadId = thread.join(':')
  return { chatId: chat.trim(), threadId: threadId === '' ? undefined : threadId.trim() }
}

const refused = (word: string): AppError =>
  new AppError('usage', `${JSON.stringify(word.slice(0, 60))} is no target of a delivery`, { hint: HINT })

/** Writes a target so that `parseTargets` reads the same target back. */
export const writeTarget = (target: DeliveryTarget): string => {
  if (target.kind === 'home') return target.platform
  if (target.kind !== 'chat') return target.kind
  const { platform, chatId, threadId } = target
  return [platform, chatId, ...(threadId === undefined ? [] : [threadId])].join(':')
}

/** A chat, thread or local file that a message can be sent to. */
export interface Address {
  platform: string
  chatId: string
  threadId: string | undefined
}

/** Stands in place of a platform name for files on this machine. */
export const LOCAL = 'local'

export interface Resolved {
  /** Without repeats. */
  addresses: Address[]
  /** One sentence for each target that could not be used. */
  notes: string[]
}

/** Turns targets into addresses. A target that leads nowhere becomes a local file, with a note that says why. */
export const resolveTargets = (
  targets: readonly DeliveryTarget[],
  { origin, homes, platforms, job }: ResolveContext,
): Resolved => {
  const notes: string[] = []
  const local: Address = { platform: LOCAL, chatId: job, threadId: undefined }
  const instead = (why: string): Address[] => {
    notes.push(`${why}; saved locally instead`)
    return [local]
  }
  const homeOf = ({ platform, chatId, threadId }: HomeChannel): Address => ({ platform, chatId, threadId })
  const placesOf = (target: DeliveryTarget): Address[] => {
    if (target.kind === 'local') return [local]
    if (target.kind === 'origin')
      return origin === undefined ? instead('there is no chat that this came from') : [origin]
    if (target.kind === 'all') {
      const all = [...homes.values()].filter(({ platform }) => platforms.includes(platform))
      return all.length === 0 ? instead('no platform has a home channel') : all.map(homeOf)
    }
    const { platform } = target
    if (!platforms.includes(platform)) return instead(`there is no platform ${platform}`)
    if (target.kind === 'chat') return [{ platform, chatId: target.chatId, threadId: target.threadId }]
    const home = homes.get(platform)
    return home === undefined ? instead(`${platform} has no home channel (say /sethome in a chat)`) : [homeOf(home)]
  }
  const found = new Map<string, Address>()
  for (const address of targets.flatMap(placesOf)) {
    const key = JSON.stringify([address.platform, address.chatId, address.threadId ?? null])
    if (!found.has(key)) found.set(key, address)
  }
  return { addresses: [...found.values()], notes }
}

export interface ResolveContext {
  origin: Address | undefined
  homes: ReadonlyMap<string, HomeChannel>
  /** Platforms on which messages can be sent. */
  platforms: readonly string[]
  /** The job, which names the local file. */
  job: string
}

/**
 * Whether the agent's answer says that there is nothing to report. Such an answer of a successful job is not
 * delivered.
 */
export const isSilent = (text: string): boolean => text.trimStart().slice(0, SILENT.length).toUpperCase() === SILENT

const SILENT = '[SILENT]'

/** The chat that receives a platform's messages that belong to no chat. */
export interface HomeChannel {
  platform: string
  chatId: string
  name: string
  threadId?: string | undefined
  userId?: string | undefined
  scopeId?: string | undefined
}
