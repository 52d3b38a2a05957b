import { DatabaseSync } from 'node:sqlite'

/**
 * Takes what only one process can hold, or returns undefined where somebody holds it. The system itself lets it go when the holder dies,
 * however it dies: there is no stale lock, and no moment at which two could take it over.
 */
export const takeLock = (path: string): { release(): void } | undefined => {
  const database = new DatabaseSync(path, { timeout: 0 })
  try {
    database.exec('begin exclusive')
    return { release: () => database.close() }
  } catch {
    database.close()
    return undefined
  }
}
