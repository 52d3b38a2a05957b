import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The room that SQLite needs beside a file before the first query, and some for the answer. */
const LEAST_BYTES = 64 * 1024

/**
 * Whether an error of the file system means that there is no room: a full disk, a full quota, or a file at its size
 * limit.
 */
export const isNoRoom = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && NO_ROOM.has(String(error.code))

const NO_ROOM: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

/** Tests for room by writing a small file, because SQLite reports a full disk and a broken one with the same error. */
export const hasNoRoom = (directory: string): boolean => {
  const trial = join(directory, `.room-${process.pid}`)
  try {
    writeFileSync(trial, new Uint8Array(LEAST_BYTES), { mode: 0o600 })
    return false
  } catch (error) {
    return isNoRoom(error)
  } finally {
    try {
      rmSync(trial, { force: true })
    } catch {
      // The file does not exist: the directory is not writable.
    }
  }
}
