import { randomUUID } from 'node:crypto'
import {
  closeSync,
  fchmodSync,
  fchownSync,
  fsyncSync,
  linkSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { isNoRoom } from './disk-room.ts'
import { AppError, messageOf } from './error.ts'
import { makeDirectory } from './make-directory.ts'

export interface WriteOptions {
  /** The default allows only the owner. */
  mode?: number
  /** False keeps an existing file. */
  replace?: boolean
  /** Whether the new file keeps the owner of the old one. If that is not allowed, nothing is written. */
  keepsOwner?: boolean
  /** What a person can do about a file that cannot be written. */
  hint?: string
}

/**
 * Writes all of a file or nothing: a new file beside it replaces it after it has reached the disk. Makes a missing
 * directory. Returns false, with nothing written, if a file exists and must not be replaced.
 */
export const writeWhole = (path: string, contents: string | Uint8Array, options: WriteOptions = {}): boolean => {
  const { replace = true, hint = 'choose a directory that you may write to' } = options
  const temporary = join(dirname(path), `${temporaryPrefix(path)}${randomUUID()}.tmp`)
  try {
    makeDirectory(dirname(path))
    writeNew(temporary, contents, { ...options, like: path })
    if (replace) renameSync(temporary, path)
    return replace || placed(temporary, path)
  } catch (error) {
    if (isNoRoom(error)) throw new AppError('disk-full', `the disk is full: ${path} was not written`, { cause: error })
    throw new AppError('not-written', `${path} cannot be written: ${messageOf(error)}`, { hint, cause: error })
  } finally {
    removed(temporary)
  }
}

const writeNew = (
  path: string,
  contents: string | Uint8Array,
  { mode = 0o600, keepsOwner = false, like }: WriteOptions & { like: string },
): void => {
  const old = keepsOwner ? statSync(like, { throwIfNoEntry: false }) : undefined
  const file = openSync(path, 'wx', mode)
  try {
    fchmodSync(file, mode)
    if (old !== undefined && old.uid !== process.getuid?.()) fchownSync(file, old.uid, old.gid)
    writeFileSync(file, contents)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** A link, unlike a rename, never replaces a file that another process has just written. */
const placed = (temporary: string, path: string): boolean => {
  try {
    linkSync(temporary, path)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    if (statSync(path, { throwIfNoEntry: false }) !== undefined) return false
    // Some file systems have no links.
    renameSync(temporary, path)
    return true
  }
}

/** If no file could be written, there is none to remove, and the reason is already reported. */
const removed = (temporary: string): void => {
  try {
    rmSync(temporary, { force: true })
  } catch {
    // As above.
  }
}

const temporaryPrefix = (path: string): string => `.${basename(path)}.warmstart-`

/** Removes the temporary files that a killed run left beside the file. */
export const removeLeftovers = (path: string): void => {
  const folder = dirname(path)
  const isLeftover = (name: string): boolean => name.startsWith(temporaryPrefix(path)) && name.endsWith('.tmp')
  if (statSync(folder, { throwIfNoEntry: false }) === undefined) return
  for (const name of readdirSync(folder).filter(isLeftover)) rmSync(join(folder, name), { force: true })
}
