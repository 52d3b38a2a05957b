import type { Stats } from 'node:fs'
import { openFile } from '../fence/open-file.ts'

/** A text file for editing: without its byte order mark, which `encodeText` restores. */
export interface TextFile {
  text: string
  hasMark: boolean
  bytes: Buffer
  /** The file's state when it was read. */
  stats: Stats
}

/**
 * Reads a whole file that `permitPath` returned. Refuses, with a reason, a file that is not text or that editing would
 * damage.
 */
export const loadText = async (path: string): Promise<TextFile | { unreadable: string }> => {
  const handle = await openFile(path)
  if ('notAFile' in handle) return { unreadable: `it is ${handle.notAFile}` }
  await using file = handle
  const stats = await file.stat()
  const { size } = stats
  if (size > MAX_EDITED_BYTES) return { unreadable: `it has ${size} bytes; files up to ${MAX_EDITED_BYTES} are edited` }
  const bytes = await file.readFile()
  if (bytes.includes(0)) return { unreadable: 'it is a binary file' }
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    const hasMark = text.startsWith(MARK)
    return { text: hasMark ? text.slice(1) : text, hasMark, bytes, stats }
  } catch {
    return { unreadable: 'it is not UTF-8, and editing would damage it' }
  }
}

export const encodeText = (text: string, { hasMark }: Pick<TextFile, 'hasMark'>): Buffer =>
  Buffer.from(`${hasMark ? MARK : ''}${text.toWellFormed()}`, 'utf8')

const MARK = '\uFEFF'
const MAX_EDITED_BYTES = 20 * 1024 * 1024
