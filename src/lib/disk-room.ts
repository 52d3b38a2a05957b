import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** As much as SQLite needs beside a file before the first question, and some for the answer. */
const LEAST_BYTES = 64 * 1024

/** Whether an error of the file system says that there is no room: no block, no quota, or a file as large as it may be. */
export const isNoRoom = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && NO_ROOM.has(String(error.code))

const NO_ROOM: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

/** Tries it with a small file, because SQLite tells a full disk and a broken one by the same error. */
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
      // It was not made, in a directory that may not be written.
    }
  }
}
