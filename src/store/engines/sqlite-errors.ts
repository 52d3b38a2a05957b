import { dirname } from 'node:path'
import { hasNoRoom, isNoRoom } from '../../lib/disk-room.ts'
import { AppError, messageOf } from '../../lib/error.ts'

/** SQLite's primary result code; -1 for errors that are not SQLite's. */
export const codeOf = (error: unknown): number =>
  typeof error === 'object' && error !== null && 'errcode' in error ? Number(error.errcode) & 0xff : -1

export const SQLITE_READONLY = 8
const SQLITE_BUSY = 5
const SQLITE_LOCKED = 6
const SQLITE_IOERR = 10
const SQLITE_FULL = 13
const SQLITE_CANTOPEN = 14

export const isBusy = (error: unknown): boolean => codeOf(error) === SQLITE_BUSY || codeOf(error) === SQLITE_LOCKED

/** A full disk shows as one of three codes, depending on which file could not be made or could not grow. */
export const isFullDisk = (path: string, error: unknown): boolean => {
  const code = codeOf(error)
  return code === SQLITE_FULL || ((code === SQLITE_IOERR || code === SQLITE_CANTOPEN) && hasNoRoom(dirname(path)))
}

/** SQLite's primary result codes, with what a person can do about them. */
const REASONS: Record<number, [code: string, message: string, hint: string]> = {
  3: ['store-permission', 'may not be opened', 'check who owns the file, or choose another with --store sqlite:PATH'],
  5: ['store-busy', 'is in use by another process', 'try again when the other warmstart is done'],
  6: ['store-busy', 'is locked', 'try again when the other warmstart is done'],
  8: ['store-read-only', 'cannot be written', 'check the permissions of the file and its directory'],
  10: ['store-io', 'could not be read or written', 'check the disk; nothing of the last step was kept'],
  11: ['store-damaged', 'is damaged', 'move it away and run `warmstart sync`: it is rebuilt from your history'],
  13: ['disk-full', 'could not grow: the disk is full', 'free some space and run the command again; nothing was lost'],
  14: ['store-permission', 'cannot be opened', 'check the directory, or choose another with --store sqlite:PATH'],
  26: ['store-damaged', 'is not an SQLite database', 'choose another file with --store sqlite:PATH'],
}

/** An error of SQLite or of the file system as a sentence with a code and a hint; others stay as they are. */
export const explained = (path: string, error: unknown): unknown => {
  if (error instanceof AppError) return error
  const reason = REASONS[isFullDisk(path, error) || isNoRoom(error) ? SQLITE_FULL : codeOf(error)]
  if (reason !== undefined) {
    return new AppError(reason[0], `the store ${path} ${reason[1]}`, { hint: reason[2], cause: error })
  }
  const isFileError = typeof error === 'object' && error !== null && 'syscall' in error
  if (!isFileError) return error
  return new AppError('store-permission', `the store ${path} cannot be created: ${messageOf(error)}`, {
    hint: 'choose another place with --store sqlite:PATH or WARMSTART_HOME',
    cause: error,
  })
}
