import { hash } from 'node:crypto'
import { accessSync, constants, lstatSync, readFileSync, realpathSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { isNoRoom } from '../../lib/disk-room.ts'
import { AppError, messageOf } from '../../lib/error.ts'
import { writeWhole } from '../../lib/write-whole.ts'
import { unreadable } from './settings-text.ts'

/** A settings file of another program, as it was when we read it. */
export interface SettingsFile {
  path: string
  /** The real path of the file: dotfile managers put links where programs look. */
  target: string
  /** Undefined: there is no such file. */
  bytes: Buffer | undefined
  text: string | undefined
  mode: number
}

/** People write settings by hand; a larger file is something else. */
const MOST_BYTES = 4 * 1024 * 1024
const NEW_FILE_MODE = 0o600

/** Reads a whole file, through links. A missing file is fine; a file that is not text is an error. */
export const readSettings = (path: string, newMode = NEW_FILE_MODE): SettingsFile => {
  if (!isThere(path)) return { path, target: path, bytes: undefined, text: undefined, mode: newMode }
  const target = targetOf(path)
  const found = statSync(target)
  if (!found.isFile()) throw unreadable(path, 'this is not a file')
  if (found.size > MOST_BYTES) throw unreadable(path, `this is larger than ${MOST_BYTES / 1024 / 1024} MB`)
  const bytes = bytesOf(target)
  return { path, target, bytes, text: textOf(bytes, path), mode: found.mode & 0o7777 }
}

/** A link counts, wherever it leads. Missing permission, or a file in place of a directory, is an error. */
const isThere = (path: string): boolean => {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined
  } catch (error) {
    throw fileError(path, error)
  }
}

const targetOf = (path: string): string => {
  try {
    return realpathSync(path)
  } catch (error) {
    throw unreadable(path, `this link leads nowhere (${messageOf(error)})`)
  }
}

const bytesOf = (path: string): Buffer => {
  try {
    return readFileSync(path)
  } catch (error) {
    throw fileError(path, error)
  }
}

const textOf = (bytes: Buffer, path: string): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw unreadable(path, 'this is not text in UTF-8')
  }
}

export const hashOfBytes = (bytes: Buffer | string): string => hash('sha256', bytes, 'hex')

/** Refuses a file that its owner made read-only, before anything is written. */
export const requireWritable = ({ path, target, bytes, mode }: SettingsFile): void => {
  const folder = nearestFolder(dirname(target))
  const isLocked = (each: number): boolean => (each & 0o222) === 0
  // The superuser may write anywhere, but a file without any write permission is meant to stay as it is.
  if (bytes !== undefined && isLocked(mode)) throw permissionError(path, target)
  try {
    if (isLocked(statSync(folder).mode)) throw permissionError(path, folder)
    accessSync(folder, constants.W_OK)
  } catch (error) {
    if (error instanceof AppError) throw error
    throw permissionError(path, folder, error)
  }
  try {
    if (bytes !== undefined) accessSync(target, constants.W_OK)
  } catch (error) {
    throw permissionError(path, target, error)
  }
}

/** The nearest existing directory, in which missing directories are created. */
const nearestFolder = (folder: string): string =>
  statSync(folder, { throwIfNoEntry: false }) !== undefined || dirname(folder) === folder
    ? folder
    : nearestFolder(dirname(folder))

const permissionError = (path: string, what: string, cause?: unknown): AppError =>
  new AppError('settings-permission', `${path} cannot be changed: ${what} is read-only`, {
    hint:
      path === what || dirname(path) === what
        ? `nothing was changed; allow writing (chmod u+w ${what}) and run the command again`
        : 'nothing was changed; the link leads to a place that another program looks after: add the lines there',
    cause,
  })

/** Writes the whole file or nothing, with its earlier mode; fails if the file has changed since it was read. */
export const writeSettings = (file: SettingsFile, bytes: Buffer | string): void => {
  requireUnchanged(file)
  writeOwned(file.target, bytes, file.mode)
}

export const removeSettings = (file: SettingsFile): void => {
  requireUnchanged(file)
  try {
    rmSync(file.target)
  } catch (error) {
    throw fileError(file.path, error)
  }
}

const requireUnchanged = ({ path, target, bytes }: SettingsFile): void => {
  const now = isThere(target) ? bytesOf(target) : undefined
  if (bytes === undefined ? now === undefined : now?.equals(bytes) === true) return
  throw new AppError('settings-changed', `${path} was changed by another program at the same moment`, {
    hint: 'nothing was lost; run the command again',
  })
}

/** Writes the whole file or nothing, with its earlier owner; errors name it as a settings file. */
export const writeOwned = (path: string, bytes: Buffer | string, mode: number): void => {
  try {
    writeWhole(path, bytes, { mode, keepsOwner: true })
  } catch (error) {
    throw fileError(path, (error as AppError).cause)
  }
}

/** A directory at this path is not ours, and stays. */
export const removeFile = (path: string): void => {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (found !== undefined && !found.isDirectory()) rmSync(path, { force: true })
}

/** The error for a file that the system does not let us read or write. */
export const fileError = (path: string, error: unknown): AppError => {
  const { code = '' } = error as NodeJS.ErrnoException
  if (isNoRoom(error)) return new AppError('disk-full', `the disk is full: ${path} was not written`, { cause: error })
  const isForbidden = ['EACCES', 'EPERM', 'EROFS'].includes(code)
  return new AppError(isForbidden ? 'settings-permission' : 'not-written', `${path}: ${messageOf(error)}`, {
    hint: 'nothing was changed; see that you may read and write this file and its directory',
    cause: error,
  })
}
