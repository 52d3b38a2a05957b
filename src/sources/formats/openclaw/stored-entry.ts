import { constants, zstdDecompressSync } from 'node:zlib'
import { messageOf } from '../../../lib/error.ts'
import { parseJson } from '../../../lib/json.ts'
import type { ImportIssue } from '../../../schema/facts.ts'

/** A row of `transcript_events`, with the columns that `entryColumns` asks for. */
export interface StoredEntry {
  entry?: unknown
  packed?: unknown
  /** Bytes of the larger of the two columns. Neither column is handed out when it is too large. */
  bytes?: unknown
}

/** Reads a row of a transcript: JSON as it is, or compressed with zstd. Never throws. */
export const readStoredEntry = (row: StoredEntry): { entry: unknown } | { issue: Omit<ImportIssue, 'line'> } => {
  if (typeof row.bytes === 'number' && row.bytes > MOST_BYTES) return { issue: TOO_LONG }
  let text = typeof row.entry === 'string' ? row.entry : undefined
  if (text === undefined && row.packed instanceof Uint8Array) {
    try {
      text = zstdDecompressSync(row.packed, { maxOutputLength: MOST_BYTES, params: WINDOW }).toString('utf8')
    } catch (thrown) {
      if (isTooLarge(thrown)) return { issue: TOO_LONG }
      return { issue: { code: 'not-json', message: `the compressed row cannot be read: ${messageOf(thrown)}` } }
    }
  }
  const entry = text === undefined ? undefined : parseJson(text)
  return entry === undefined ? { issue: { code: 'not-json', message: 'the row holds no JSON' } } : { entry }
}

/** The columns of a row. Databases of versions before 2026.9 have no compressed rows. */
export const entryColumns = (has: (column: string) => boolean): string => {
  const packed = has('event_zstd') ? 'event_zstd' : 'null'
  const sized = (column: string): string => `case when length(${column}) <= ${MOST_BYTES} then ${column} end`
  const bytes = `max(coalesce(length(event_json), 0), coalesce(length(${packed}), 0))`
  return `${sized('event_json')} as entry, ${sized(packed)} as packed, ${bytes} as bytes`
}

/** As much as a line of a file may have. */
const MOST_BYTES = 64 * 1024 * 1024
const TOO_LONG = { code: 'line-too-long', message: 'a row above 64 MB was left out' }

/** A frame can ask for a window of 2 GB before it has said anything. */
const WINDOW = { [constants.ZSTD_d_windowLogMax]: 27 }

const isTooLarge = (thrown: unknown): boolean =>
  thrown instanceof Error && 'code' in thrown && thrown.code === 'ERR_BUFFER_TOO_LARGE'
