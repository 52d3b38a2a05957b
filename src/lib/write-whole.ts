import { randomUUID } from 'node:crypto'
import { linkSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { isNoRoom } from './disk-room.ts'
import { AppError, messageOf } from './error.ts'
import { makeDirectory } from './make-directory.ts'

/**
 * Writes all of a file or nothing, for its owner alone. Returns false, with nothing written, where there is a file already that
 * is not to be replaced.
 */
export const writeWhole = (path: string, text: string, { replace }: { replace: boolean }): boolean => {
  const temporary = join(dirname(path), `.${basename(path)}.${randomUUID()}.tmp`)
  try {
    makeDirectory(dirname(path))
    writeFileSync(temporary, text, { mode: 0o600, flag: 'wx' })
    if (replace) renameSync(temporary, path)
    return replace || placed(temporary, path)
  } catch (error) {
    throw new AppError(
      isNoRoom(error) ? 'disk-full' : 'not-written',
      `${path} cannot be written: ${messageOf(error)}`,
      {
        hint: 'choose a directory that you may write to',
        cause: error,
      },
    )
  } finally {
    removed(temporary)
  }
}

/** Where nothing could be written there is nothing to remove, and the reason why is told already. */
const removed = (temporary: string): void => {
  try {
    rmSync(temporary, { force: true })
  } catch {
    // As above.
  }
}

/** A link, unlike a rename, never takes the place of a file that another process has just written. */
const placed = (temporary: string, path: string): boolean => {
  try {
    linkSync(temporary, path)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    if (statSync(path, { throwIfNoEntry: false }) !== undefined) return false
    // Some file systems know no links.
    renameSync(temporary, path)
    return true
  }
}
