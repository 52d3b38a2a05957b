import { messageOf } from '../../../lib/error.ts'
import { saveLocally } from '../../sending/save-locally.ts'
import type { Platform } from '../../platform.ts'

/**
 * Writes files on this machine, WARMSTART_HOME/cron/output/JOB/RUN.md, readable by their owner only. It receives
 * nothing.
 */
export const localPlatform: Platform = {
  name: 'local',
  limits: {
    messageChars: 50_000_000,
    // The same run writes the same file.
    hasIdempotencyKeys: true,
    hasThreads: false,
    listensAlone: false,
    admission: 'local',
  },
  connect: async ({ app }) => ({
    listen: async () => undefined,
    stopListening: async () => undefined,
    send: async ({ chatId, idempotencyKey, text }) => {
      const at = chatId.indexOf('/')
      const [folder, name] = at < 0 ? [chatId, idempotencyKey] : [chatId.slice(0, at), chatId.slice(at + 1)]
      try {
        return { outcome: 'sent', id: saveLocally(app.home, { folder, name, text }) }
      } catch (error) {
        // Refused and not rejected: a full disk may have room again later.
        return { outcome: 'refused', reason: messageOf(error) }
      }
    },
    close: async () => undefined,
  }),
}
