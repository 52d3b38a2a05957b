import { closeSync, existsSync, openSync, readSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'

/** A connection to a database that belongs to another program. */
export interface ForeignDatabase {
  database: DatabaseSync
  /** Whether it was opened as an immutable file; `mustReopen` says when a process writes it after all. */
  isDetached: boolean
}

/**
 * Opens another program's live database without leaving a trace: read-only, never checkpointed, no side files made. A database
 * in WAL mode without a -wal file is open in no process, and is read as an immutable file, because even a read-only
 * connection would create the -wal and -shm files beside it.
 *
 * `isWal` comes from `isWalMode`. A thread that opens a database which another thread reads must know it: it may not look into the
 * file by itself, because closing the file drops the locks that the process holds on it.
 */
export const openReadOnly = (path: string, isWal?: boolean): ForeignDatabase => {
  const isDetached = isWal === undefined ? isIdleWal(path) : isWal && !existsSync(`${path}-wal`)
  const database = isDetached
    ? openDetached(path)
    : new DatabaseSync(path, { readOnly: true, timeout: BUSY_TIMEOUT_MS })
  return { database, isDetached }
}

/** Whether the database keeps a write-ahead log. */
export const isWalMode = ({ database, isDetached }: ForeignDatabase): boolean =>
  isDetached || database.prepare('PRAGMA journal_mode').get()?.['journal_mode'] === 'wal'

/** Opens only the file, as if no process changed it. Its log is not read, and no file is made beside it. */
export const openDetached = (path: string): DatabaseSync =>
  new DatabaseSync(immutableUrl(path), { readOnly: true, timeout: BUSY_TIMEOUT_MS })

/** Whether a writer came while the file was read as immutable. Further reads must then go through its log. */
export const mustReopen = (connection: ForeignDatabase, path: string): boolean =>
  connection.isDetached && existsSync(`${path}-wal`)

/** Repeats a read up to three times after a short pause if the disk or another process interfered. */
export const withRetries = <T>(read: () => T): T => {
  for (const pauseMs of PAUSES_MS) {
    try {
      return read()
    } catch (thrown) {
      if (!isPassing(thrown)) throw thrown
      Atomics.wait(PAUSE, 0, 0, pauseMs)
    }
  }
  return read()
}

/** SQLite waits inside the call and blocks the event loop, so the wait is short. */
const BUSY_TIMEOUT_MS = 50
const PAUSES_MS = [10, 20, 40]
const PAUSE = new Int32Array(new SharedArrayBuffer(4))

/** The primary result code of an SQLite error; undefined for other errors. */
export const sqliteCode = (thrown: unknown): number | undefined => {
  const code = (thrown as { errcode?: unknown } | null)?.errcode
  return typeof code === 'number' ? code & 0xff : undefined
}

export const SQLITE_CORRUPT = 11
const SQLITE_BUSY = 5
const SQLITE_LOCKED = 6
const SQLITE_IOERR = 10
const SQLITE_NOTADB = 26

const isPassing = (thrown: unknown): boolean => {
  const code = sqliteCode(thrown)
  return code === SQLITE_BUSY || code === SQLITE_LOCKED || code === SQLITE_IOERR
}

/** The code under which `doctor` shows why a database could not be read. */
export const issueCode = (thrown: unknown): string => {
  const code = sqliteCode(thrown)
  if (code === SQLITE_NOTADB) return 'not-a-database'
  if (code === SQLITE_CORRUPT) return 'database-malformed'
  if (code === SQLITE_BUSY || code === SQLITE_LOCKED) return 'database-locked'
  return 'database-unreadable'
}

/**
 * Byte 18 of the header is 2 in WAL mode. It is read before SQLite opens the file, because closing the file later
 * would drop our locks.
 */
const isIdleWal = (path: string): boolean => {
  if (existsSync(`${path}-wal`)) return false
  const header = Buffer.alloc(20)
  const file = openSync(path, 'r')
  try {
    return readSync(file, header, 0, header.length, 0) === header.length && header[18] === 2
  } finally {
    closeSync(file)
  }
}

const immutableUrl = (path: string): URL => {
  const url = pathToFileURL(path)
  url.searchParams.set('immutable', '1')
  return url
}
