import { randomUUID } from 'node:crypto'
import type { ChatInstance, StateAdapter } from 'chat'
import { parseJson } from '../../../lib/json.ts'
import type { App } from '../../../app.ts'
import type { Connection } from '../../../store/connection.ts'
import { deleteNote, readNote, writeNote } from '../../../store/chats/platform-note.ts'

/**
 * What the adapter believes to be the Chat SDK: it hands every message to `take` and is told that it is done when `take` is. Nothing of
 * the SDK's own queues, locks and histories takes part: the inbox is the truth.
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

/** What the adapter keeps for itself: how far it has read, and pictures that belong together. It survives us in the store. */
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
    // Only one gateway listens at a time, so that a lock inside this process is enough.
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
