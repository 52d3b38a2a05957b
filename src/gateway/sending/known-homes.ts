import { randomUUID } from 'node:crypto'
import { isRecord, parseJson } from '../../lib/json.ts'
import type { Connection } from '../../store/connection.ts'
import { readNote, swapNote, writeNote } from '../../store/chats/platform-note.ts'
import type { HomeChannel } from '../config/delivery-target.ts'
import { KNOWN_PLATFORMS } from '../identity/known-platforms.ts'
import type { Outbox } from './outbox.ts'

/** The note that stores the chat of /sethome. */
const HOME_NOTE = 'home'
/** The home that was in force at the last check. */
const FORMER_NOTE = 'home-in-force'

export interface HomesParts {
  store: Connection
  /** Homes from the configuration and the environment. They take precedence over /sethome. */
  configured: ReadonlyMap<string, HomeChannel>
  now(): number
}

/** A home channel, and who set it. */
export interface KnownHome extends HomeChannel {
  /** Who said /sethome, as in `telegram:42`; undefined: the configuration. */
  setBy?: string | undefined
}

/** The home channel of each platform: the configured one, else the chat of the last /sethome. */
export const knownHomes = async (
  platforms: readonly string[],
  { store, configured, now }: HomesParts,
): Promise<Map<string, KnownHome>> => {
  const homes = new Map<string, KnownHome>()
  for (const platform of platforms) {
    const home = configured.get(platform) ?? (await saidInChat(store, platform, now()))
    if (home !== undefined) homes.set(platform, home)
  }
  return homes
}

/** Makes a chat the home of its platform, unless the configuration names one, which is returned. */
export const setHome = async (home: KnownHome, parts: HomesParts & TellingParts): Promise<HomeChannel | undefined> => {
  const configured = parts.configured.get(home.platform)
  if (configured !== undefined) return configured
  // Notes the home in force before the change; otherwise the first change would go untold.
  await tellFormerHomes([home.platform], parts)
  await writeNote(parts.store, home.platform, { name: HOME_NOTE, value: JSON.stringify(home) })
  await tellFormerHomes([home.platform], parts)
  return undefined
}

export interface TellingParts {
  outbox: Pick<Outbox, 'write' | 'send'>
}

/**
 * Compares the homes in force with those of the last check, and tells every chat that is no longer a home. Noting the change and
 * writing the message are one transaction, so that of several gateways only one tells it.
 */
export const tellFormerHomes = async (
  platforms: readonly string[],
  parts: HomesParts & TellingParts,
): Promise<void> => {
  const homes = await knownHomes(platforms, parts)
  for (const platform of platforms) {
    const home = homes.get(platform)
    const value = JSON.stringify(home ?? {})
    const before = await readNote(parts.store, platform, { name: FORMER_NOTE, now: parts.now() })
    if (before === value || (before === undefined && home === undefined)) continue
    const former = homeIn(platform, before)
    const isSame = former?.chatId === home?.chatId && former?.threadId === home?.threadId
    const written = await parts.store.transaction(async (transaction) => {
      const isOurs = await swapNote(transaction, platform, { name: FORMER_NOTE, from: before, to: value })
      if (!isOurs || former === undefined || isSame) return []
      const { chatId, threadId } = former
      const text = { delivery: `home-${randomUUID()}`, kind: 'notice' as const, text: movedText(platform, home) }
      return parts.outbox.write(transaction, [{ ...text, address: { platform, chatId, threadId } }])
    })
    parts.outbox.send(written)
  }
}

const movedText = (platform: string, home: KnownHome | undefined): string => {
  const label = KNOWN_PLATFORMS[platform]?.label ?? platform
  const by = home?.setBy === undefined ? 'the configuration was changed' : `${home.setBy} said /sethome in another chat`
  const where = home === undefined ? "are saved on the gateway's machine" : 'go there'
  return `This chat is no longer the home channel of ${label}: ${by}. Deliveries to the home channel ${where} from now on.`
}

/** A home without `setBy` was set before /sethome was restricted: any person in the chat could have set it, so it does not count. */
const saidInChat = async (store: Connection, platform: string, now: number): Promise<KnownHome | undefined> => {
  const home = homeIn(platform, await readNote(store, platform, { name: HOME_NOTE, now }))
  return home?.setBy === undefined ? undefined : home
}

const homeIn = (platform: string, note: string | undefined): KnownHome | undefined => {
  const value = note === undefined ? undefined : parseJson(note)
  if (!isRecord(value) || typeof value['chatId'] !== 'string') return undefined
  const { chatId, name, threadId, setBy } = value
  return {
    platform,
    chatId,
    name: typeof name === 'string' ? name : 'Home',
    ...(typeof threadId === 'string' ? { threadId } : {}),
    ...(typeof setBy === 'string' ? { setBy } : {}),
  }
}
