import type { Stats } from 'node:fs'

/**
 * Which files a session has seen, and how they were then. Kept in memory: after a restart nothing is known, and then nothing is
 * refused on its account.
 */
export interface FileMemory {
  saw(session: string, path: string, stats: FileState): void
  /** Undefined where the session never saw it. */
  isUnchanged(session: string, path: string, stats: FileState): boolean | undefined
}

type FileState = Pick<Stats, 'mtimeMs' | 'size' | 'ino'>

export const createFileMemory = (): FileMemory => {
  const sessions = new Map<string, Map<string, string>>()
  return {
    saw(session, path, stats) {
      const files = sessions.get(session) ?? new Map<string, string>()
      renew(sessions, session, files, MAX_SESSIONS)
      renew(files, path, stateOf(stats), MAX_FILES)
    },
    isUnchanged(session, path, stats) {
      const known = sessions.get(session)?.get(path)
      return known === undefined ? undefined : known === stateOf(stats)
    },
  }
}

const MAX_SESSIONS = 200
const MAX_FILES = 1_000

/** The oldest goes first. */
const renew = <V>(map: Map<string, V>, key: string, value: V, limit: number): void => {
  map.delete(key)
  map.set(key, value)
  const [oldest] = map.keys()
  if (map.size > limit && oldest !== undefined) map.delete(oldest)
}

const stateOf = ({ mtimeMs, size, ino }: FileState): string => `${mtimeMs}:${size}:${ino}`
