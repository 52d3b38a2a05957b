import { withoutTerminalCodes } from '../../lib/terminal-codes.ts'

/** What a watch finds in new output: lines to announce now, or that the watch is over. */
export type WatchFinding = { type: 'match'; lines: string[]; suppressed: number } | { type: 'stopped'; why: string }

export interface OutputWatch {
  /** Takes new output; lines may be split anywhere. */
  take(text: string, at: number): WatchFinding[]
  /** Number of characters of a line that is not complete yet. */
  readonly pendingChars: number
}

/** At most one notice in this time; further matches are only counted. */
const WINDOW_MS = 15_000
/**
 * After this many windows in a row with more matches than one notice holds, the pattern tells nothing, and the watch
 * ends.
 */
const MOST_STRIKES = 3
const MOST_LINES = 20
const MOST_CHARS = 2_000
/** An endless line is matched in pieces of this length. */
const LONGEST_LINE_CHARS = 8_192

/** Looks for texts in whole lines, and announces few enough to be worth reading. */
export const createOutputWatch = (patterns: readonly string[]): OutputWatch => {
  let rest = ''
  let windowEnd = Number.NEGATIVE_INFINITY
  let suppressed = 0
  let strikes = 0
  let isStopped = patterns.length === 0

  const settleWindow = (at: number): WatchFinding[] => {
    if (at < windowEnd || windowEnd === Number.NEGATIVE_INFINITY) return []
    strikes = suppressed > 0 ? strikes + 1 : 0
    windowEnd = Number.NEGATIVE_INFINITY
    if (strikes < MOST_STRIKES) return []
    isStopped = true
    return [{ type: 'stopped', why: 'it matches too often. Its end will be announced instead' }]
  }

  return {
    take: (text, at) => {
      if (isStopped) return []
      const { lines, unfinished } = linesOf(rest + text)
      rest = unfinished
      // Colours are removed before matching, because their codes stand between the letters that a person sees.
      const matched = lines
        .map(withoutTerminalCodes)
        .filter((line) => patterns.some((pattern) => line.includes(pattern)))
      if (matched.length === 0) return []
      const settled = settleWindow(at)
      if (isStopped) return settled
      if (at < windowEnd) {
        suppressed += matched.length
        return []
      }
      const shown = bounded(matched)
      const finding: WatchFinding = {
        type: 'match',
        lines: shown,
        suppressed: suppressed + matched.length - shown.length,
      }
      suppressed = 0
      windowEnd = at + WINDOW_MS
      return [finding]
    },
    get pendingChars() {
      return rest.length
    },
  }
}

const linesOf = (text: string): { lines: string[]; unfinished: string } => {
  const lines = text.split(/\r?\n/)
  const unfinished = lines.pop() ?? ''
  return unfinished.length < LONGEST_LINE_CHARS
    ? { lines, unfinished }
    : { lines: [...lines, unfinished], unfinished: '' }
}

const bounded = (lines: readonly string[]): string[] => {
  const kept: string[] = []
  let chars = 0
  for (const line of lines.slice(0, MOST_LINES)) {
    const room = MOST_CHARS - chars
    if (room <= 0) break
    kept.push(line.length > room ? `${line.slice(0, room)}…` : line)
    chars += line.length + 1
  }
  return kept
}

export interface WatchBreaker {
  /** Whether a notice may be sent now, and whether the breaker has just tripped or been released. */
  admit(at: number): 'yes' | 'no' | 'tripped' | 'released'
}

const BREAKER_NOTICES = 15
const BREAKER_WINDOW_MS = 10_000
const BREAKER_SILENCE_MS = 30_000

/**
 * A circuit breaker over all processes: if too many match at once, notices pause for a while. One notice announces the
 * pause, and another its end.
 */
export const createWatchBreaker = (): WatchBreaker => {
  let recent: number[] = []
  let silentUntil = Number.NEGATIVE_INFINITY
  return {
    admit: (at) => {
      if (at < silentUntil) return 'no'
      const wasSilent = silentUntil !== Number.NEGATIVE_INFINITY
      silentUntil = Number.NEGATIVE_INFINITY
      recent = recent.filter((each) => at - each < BREAKER_WINDOW_MS)
      if (recent.length >= BREAKER_NOTICES) {
        silentUntil = at + BREAKER_SILENCE_MS
        recent = []
        return 'tripped'
      }
      recent.push(at)
      return wasSilent ? 'released' : 'yes'
    },
  }
}
