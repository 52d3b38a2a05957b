import { isRecord, parseJson } from '../lib/json.ts'
import type { Connection } from '../store/connection.ts'
import { readNote } from '../store/platform-note.ts'
import type { HomeChannel } from './config.ts'

/** What /sethome is kept under. */
export const HOME_NOTE = 'home'

/** Where each platform sends what belongs to no chat: the chat in which /sethome was said last, else what the configuration says. */
export const knownHomes = async (
  configured: ReadonlyMap<string, HomeChannel>,
  { store, platforms, now }: { store: Connection; platforms: readonly string[]; now: number },
): Promise<Map<string, HomeChannel>> => {
  const homes = new Map(configured)
  for (const platform of platforms) {
    const home = homeOf(platform, parseJson((await readNote(store, platform, { name: HOME_NOTE, now })) ?? ''))
    if (home !== undefined) homes.set(platform, home)
  }
  return homes
}

const homeOf = (platform: string, value: unknown): HomeChannel | undefined => {
  if (!isRecord(value) || typeof value['chatId'] !== 'string') return undefined
  const { chatId, name, threadId } = value
  return {
    platform,
    chatId,
    name: typeof name === 'string' ? name : 'Home',
    ...(typeof threadId === 'string' ? { threadId } : {}),
  }
}
