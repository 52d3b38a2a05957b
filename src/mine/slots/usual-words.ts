import { piecesOf } from '../../shell/pieces.ts'
import { preparedLine } from './slots.ts'

/** A command line and the session it was run in. */
export interface SaidLine {
  line: string
  session: string
  cwd: string | undefined
}

/**
 * How usual each word is in command lines of one shape, between 0 and 1: the share of lines that contain it, with
 * equal weight for each session. NaN if there are fewer than two lines to compare.
 */
export const usualWords = (lines: readonly SaidLine[]): ((word: string) => number) => {
  if (lines.length < 2) return () => Number.NaN
  const perSession = new Map<string, number>()
  for (const { session } of lines) perSession.set(session, (perSession.get(session) ?? 0) + 1)
  const shares = new Map<string, number>()
  for (const { line, session, cwd } of lines) {
    const weight = 1 / (perSession.get(session) ?? 1) / perSession.size
    const words = new Set(piecesOf(preparedLine(line, cwd)).map((piece) => piece.value))
    for (const word of words) shares.set(word, (shares.get(word) ?? 0) + weight)
  }
  return (word) => shares.get(word) ?? 0
}
