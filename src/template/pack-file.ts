import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { AppError, messageOf } from '../lib/error.ts'

const STANDARD_INPUT = 0
const CHUNK_BYTES = 256 * 1024

/**
 * The bytes of a file, or of standard input for `-`, if they are not more than the limit. A larger file is refused by its size,
 * without being read; a pipe, which has no size, once it has sent more than the limit.
 */
export const readBounded = (path: string, mostBytes: number): Buffer => {
  const file = path === '-' ? STANDARD_INPUT : opened(path)
  try {
    if (fstatSync(file).size > mostBytes) throw tooLarge(path, mostBytes)
    const chunks: Buffer[] = []
    let total = 0
    for (;;) {
      const chunk = Buffer.allocUnsafe(CHUNK_BYTES)
      const bytes = readSync(file, chunk, 0, CHUNK_BYTES, null)
      if (bytes === 0) return Buffer.concat(chunks)
      total += bytes
      if (total > mostBytes) throw tooLarge(path, mostBytes)
      chunks.push(chunk.subarray(0, bytes))
    }
  } catch (error) {
    throw error instanceof AppError ? error : notRead(path, error)
  } finally {
    if (path !== '-') closeSync(file)
  }
}

const opened = (path: string): number => {
  try {
    return openSync(path, 'r')
  } catch (error) {
    throw notRead(path, error)
  }
}

const tooLarge = (path: string, mostBytes: number): AppError =>
  new AppError('pack-too-large', `${nameOf(path)} is larger than a pack may be`, {
    hint: `at most ${mostBytes / 1024 / 1024} MB are read`,
  })

const notRead = (path: string, error: unknown): AppError => {
  const { code } = error as NodeJS.ErrnoException
  const isMissing = code === 'ENOENT' || code === 'ENOTDIR'
  return new AppError(
    isMissing ? 'no-such-path' : 'not-read',
    isMissing ? `there is no file ${path}` : `${nameOf(path)} cannot be read: ${messageOf(error)}`,
    { hint: 'name a file that you may read, or - for standard input', cause: error },
  )
}

const nameOf = (path: string): string => (path === '-' ? 'standard input' : path)

/** The text of bytes that are UTF-8 to the last one; undefined where they are something else. A mark at the beginning stays. */
export const textOf = (bytes: Uint8Array): string | undefined => {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}
