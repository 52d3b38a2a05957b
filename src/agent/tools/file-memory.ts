import type { Stats } from 'node:fs'

/**
 * Remembers which files a session has seen, and their state at that time. It is kept in memory: after a restart
 * nothing is known, so nothing is refused because of it.
 */
export interface FileMemory {
  saw(session: string, path: string, stats: FileState): void
  /** Undefined if the session never saw the file. */
  isUnchanged(session: string, path: string, stats: FileState): boolean | undefined
  /**
   * Runs work one at a time: a model may change the same file by several parallel calls, and each must see what the
   * last one wrote.
   */
  alone<T>(work: () => Promise<T>): Promise<T>
}

/** The fields that show whether a file has changed. */
type FileState = Pick<Stats, 'mtimeMs' | 'size' | 'ino'>

export const createFileMemory = (): FileMemory => {
  const sessions = new Map<string, Map<string, string>>()
  let turn: Promise<unknown> = Promise.resolve()
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
    alone(work) {
      const mine = turn.then(work)
      turn = mine.catch(() => undefined)
      return mine
    },
  }
}

const MAX_SESSIONS = 200
const MAX_FILES = 1_000

/** Removes the oldest entry first. */
const renew = <V>(map: Map<string, V>, key: string, value: V, limit: number): void => {
  map.delete(key)
  map.set(key, value)
  const [oldest] = map.keys()
  if (map.size > limit && oldest !== undefined) map.delete(oldest)
}

const stateOf = ({ mtimeMs, size, ino }: FileState): string => `${mtimeMs}:${size}:${ino}`
