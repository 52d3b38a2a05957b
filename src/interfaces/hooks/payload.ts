import { AppError } from '../../lib/error.ts'
import type { Payload } from './hook.ts'

/** A payload holds the arguments of a call, at most a whole file; more is not read. */
const MOST_BYTES = 4 * 1024 * 1024

/**
 * The JSON object on standard input. Complete is what parses: some agents never close the pipe, so its end is not waited for.
 * What comes is looked at only where an object can have ended.
 */
export const readPayload = async (input: AsyncIterable<Buffer | string>): Promise<Payload> => {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of input) {
    const piece = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
    bytes += piece.length
    // Read on without keeping it: an agent whose pipe breaks calls that a failure of the hook.
    if (bytes > MOST_BYTES) continue
    chunks.push(piece)
    const payload = endsObject(piece) ? parsed(Buffer.concat(chunks).toString()) : undefined
    if (payload !== undefined) return payload
  }
  if (bytes > MOST_BYTES) throw new AppError('payload-too-large', `more than ${MOST_BYTES} bytes on standard input`)
  throw new AppError('payload-not-json', 'standard input holds no JSON object')
}

const BLANKS = new Set([0x20, 0x0a, 0x0d, 0x09])
const CLOSING_BRACE = 0x7d

const endsObject = (piece: Buffer): boolean => {
  let end = piece.length
  while (end > 0 && BLANKS.has(piece[end - 1] ?? 0)) end--
  // A piece of blanks alone may follow the brace.
  return end === 0 || piece[end - 1] === CLOSING_BRACE
}

const parsed = (text: string): Payload | undefined => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Payload) : undefined
  } catch {
    return undefined
  }
}
