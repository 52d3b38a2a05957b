import type { App } from '../../app.ts'
import { liveCursor } from '../../sources/plan/live-cursor.ts'
import type { Connection } from '../../store/connection.ts'

/**
 * Reads the sessions that this program itself held since the last `sync`, so that they are listed at once. If nothing
 * is new, this costs two small reads. A store that cannot be written is listed as it is.
 */
export const readOwnSessions = async (
  { storeAddress, now }: Pick<App, 'storeAddress' | 'now'>,
  store: Connection,
): Promise<void> => {
  try {
    const cursor = await liveCursor(store, storeAddress)
    if (cursor === undefined || cursor.known >= cursor.latest) return
    const { importLive } = await import('../../sources/import-live.ts')
    await importLive(store, cursor, now())
  } catch {
    // The store is busy or read-only, or the disk is full: the next `sync` reads the sessions and reports the problem.
  }
}
