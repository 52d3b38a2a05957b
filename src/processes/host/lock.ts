import { chmodSync, closeSync, existsSync, openSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

/**
 * Takes a lock that only one process can hold; undefined if another holds it. The system releases it when the holder
 * dies, however it dies: there is no stale lock, and no moment at which two processes could take it.
 */
export const takeLock = (path: string): { release(): void } | undefined => {
  // SQLite gives its journal the mode that the file has at that moment. A killed host leaves its journal behind.
  closeSync(openSync(path, 'a', 0o600))
  for (const each of [path, `${path}-journal`]) if (existsSync(each)) makePrivate(each)
  const database = new DatabaseSync(path, { timeout: 0 })
  try {
    database.exec('begin exclusive')
    return { release: () => database.close() }
  } catch {
    database.close()
    return undefined
  }
}

const makePrivate = (path: string): void => {
  try {
    chmodSync(path, 0o600)
  } catch (error) {
    if (existsSync(path)) throw error // Otherwise its holder has just removed it.
  }
}
