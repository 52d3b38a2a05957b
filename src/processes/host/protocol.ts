import { AppError } from '../../lib/error.ts'

/**
 * Host and clients exchange one JSON object a line. The host greets first and a client asks only after that, so a
 * connection without a greeting has done nothing.
 */
export const PROTOCOL_VERSION = 1

export interface Greeting {
  warmstart: 'processes'
  version: number
  pid: number
}

export type HostMessage =
  | { id: number; result: unknown }
  | { id: number; error: { code: string; message: string; hint?: string | undefined } }

/** No valid request has longer lines. */
const LONGEST_LINE_BYTES = 16 * 1024 * 1024

/** Splits incoming data into lines and parses each as JSON. A line that is no object ends the connection. */
export const createLineReader = (onMessage: (message: Record<string, unknown>) => void): ((piece: Buffer) => void) => {
  let pieces: Buffer[] = []
  let bytes = 0
  return (piece) => {
    let rest = piece
    for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
      const line = Buffer.concat([...pieces, rest.subarray(0, end)]).toString('utf8')
      pieces = []
      bytes = 0
      rest = rest.subarray(end + 1)
      onMessage(parse(line))
    }
    if (rest.length === 0) return
    bytes += rest.length
    if (bytes > LONGEST_LINE_BYTES) throw notUnderstood('a line is too long')
    pieces.push(rest)
  }
}

const parse = (line: string): Record<string, unknown> => {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch (error) {
    throw notUnderstood('a line is no JSON', error)
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw notUnderstood('a line is no object')
  return value as Record<string, unknown>
}

const notUnderstood = (why: string, cause?: unknown): AppError =>
  new AppError('host-protocol', `host and client do not understand each other: ${why}`, { cause })
