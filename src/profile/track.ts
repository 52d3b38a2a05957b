import type { Cause, Outcome } from '../schema/outcome.ts'

/*
 * A session's calls as text, one letter each, in order. The text is small enough to keep for every session. Figures by
 * position, early against late, and around a compaction need nothing else.
 */

const ERROR_LETTERS: Record<Cause, string> = { agent: 'a', environment: 'e', user: 'u', expected: 'x', 'not-run': 'n' }
const OK = '.'
const UNKNOWN = '?'

export const letterOf = (outcome: Outcome, cause: Cause | undefined): string => {
  if (outcome === 'ok') return OK
  return outcome === 'unknown' ? UNKNOWN : ERROR_LETTERS[cause ?? 'agent']
}

/** Codes of the letters, for loops over a track. */
const OK_CODE = OK.charCodeAt(0)
export const UNKNOWN_CODE = UNKNOWN.charCodeAt(0)
export const AGENT_CODE = ERROR_LETTERS.agent.charCodeAt(0)

/** Which errors count: all, or only those that the agent caused. */
export type Counted = 'all' | 'agent'

export const isError = (code: number, counted: Counted): boolean =>
  counted === 'agent' ? code === AGENT_CODE : code !== OK_CODE && code !== UNKNOWN_CODE

/** What is known about each call besides its outcome, as bits of one character. */
export const MARK = {
  /** A call of the same shape worked earlier in this session. */
  shapeWorked: 1,
  /** The file or address of the call came up earlier in this session. */
  markerKnown: 2,
  /** The user corrected the agent earlier in this session. */
  corrected: 4,
  /** The size of the context is recorded. */
  contextKnown: 8,
  /** The size of the context is in the upper half of this session's range. */
  contextHigh: 16,
  /** The call is at most ten calls after a compaction. */
  afterCompaction: 32,
} as const

const FIRST_MARK = 48

export const markLetter = (bits: number): string => String.fromCharCode(FIRST_MARK + bits)
export const marksAt = (marks: string, index: number): number => marks.charCodeAt(index) - FIRST_MARK

/** Number of errors and of judged calls in a stretch of a track. */
export const countIn = (track: string, from: number, to: number, counted: Counted): { x: number; n: number } => {
  let x = 0
  let n = 0
  for (let index = Math.max(0, from); index < to && index < track.length; index++) {
    const code = track.charCodeAt(index)
    if (code === UNKNOWN_CODE) continue
    n++
    if (isError(code, counted)) x++
  }
  return { x, n }
}
