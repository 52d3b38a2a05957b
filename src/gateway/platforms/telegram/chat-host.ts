import { randomUUID } from 'node:crypto'
import type { ChatInstance, StateAdapter } from 'chat'
import { parseJson } from '../../../lib/json.ts'
import type { App } from '../../../app.ts'
import type { Connection } from '../../../store/connection.ts'
import { deleteNote, readNote, writeNote } from '../../../store/chats/platform-note.ts'

/**
 * Stands in for the Chat SDK: the adapter hands every message to it, and it confirms the message when `take` has
 * finished. The SDK's own queues, locks and histories are not used, because the inbox decides what was received.
 */
export const createChatHost = (
  take: (raw: unknown) => Promise<void>,
  { platform, app, store }: { platform: string; app: App; store: Connection },
): ChatInstance => {
  const state = createState({ platform, app, store })
  const host = {
    getState: () => state,
    getUserName: () => '',
    processMessage: (_adapter: unknown, _thread: string, message: { raw: unknown }) => take(message.raw),
    processSlashCommand: (event: { raw: unknown }) => take(event.raw),
    processAction: async () => undefined,
    processReaction: async () => undefined,
  }
  return host as unknown as ChatInstance
}

/**
 * Keeps the adapter's own state in the store, so that it survives a restart: how far it has read, and which pictures
 * belong together.
 */
const createState = ({ platform, app, store }: { platform: string; app: App; store: Connection }): StateAdapter => {
  const locks = new Map<string, { token: string; until: number }>()
  const state = {
    get: async (name: string) => {
      const value = await readNote(store, platform, { name, now: app.now() })
      return value === undefined ? null : (parseJson(value) ?? null)
    },
    set: (name: string, value: unknown, ttlMs?: number) =>
      writeNote(store, platform, {
        name,
        value: JSON.stringify(value),
        until: ttlMs === undefined ? undefined : app.now() + ttlMs,
      }),
    delete: async (name: string) => {
      await deleteNote(store, platform, name)
    },
    // Only one gateway listens at a time, so a lock inside this process is enough.
    acquireLock: async (threadId: string, ttlMs: number) => {
      const held = locks.get(threadId)
      if (held !== undefined && held.until > performance.now()) return null
      const token = randomUUID()
      locks.set(threadId, { token, until: performance.now() + ttlMs })
      return { threadId, token, expiresAt: Date.now() + ttlMs }
    },
    releaseLock: async ({ threadId, token }: { threadId: string; token: string }) => {
      if (locks.get(threadId)?.token === token) locks.delete(threadId)
    },
  }
  return state as unknown as StateAdapter
}
