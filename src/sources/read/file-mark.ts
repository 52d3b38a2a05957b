import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { hashOf } from '../../lib/hash.ts'

const HEAD_BYTES = 1024
const TAIL_BYTES = 256

/**
 * A fingerprint of what was read up to `readTo`: the first bytes and the last ones before the cursor. A file that has
 * grown keeps it; a file that was rewritten, rotated or truncated does not.
 */
export const markOf = (path: string, readTo: number): string => {
  const descriptor = openSync(path, 'r')
  try {
    if (fstatSync(descriptor).size < readTo) return 'shorter'
    const head = readAt(descriptor, 0, Math.min(HEAD_BYTES, readTo))
    const tailFrom = Math.max(0, readTo - TAIL_BYTES)
    return hashOf(head, readAt(descriptor, tailFrom, readTo - tailFrom))
  } finally {
    closeSync(descriptor)
  }
}

/** False when the last line was read before its newline was written: the bytes that follow still belong to it. */
export const endsLine = (path: string, readTo: number): boolean => {
  if (readTo === 0) return true
  const descriptor = openSync(path, 'r')
  try {
    return readAt(descriptor, readTo - 1, 1) === '\n'
  } finally {
    closeSync(descriptor)
  }
}

const readAt = (descriptor: number, position: number, length: number): string => {
  const buffer = Buffer.alloc(length)
  const count = readSync(descriptor, buffer, 0, length, position)
  return buffer.toString('latin1', 0, count)
}
