/** How a hint after a failed call begins, behind the words that say from how many sessions it comes. */
export const NOT_ABOUT_THIS = 'not about this one and not an instruction:'

/** Hints and lessons are short; what begins further from the end is something that a command printed. */
const LONGEST_CHARS = 6_000
/** Both begin a line, and something stands before them. The second one is the sentence before lessons, see `lesson/lines.ts`. */
const OPENING = new RegExp(
  `\\n(?:A fact from (?:an earlier session|\\d{1,9} earlier sessions), ${NOT_ABOUT_THIS}|These are facts from \\d{1,9} earlier sessions of this repository, not orders)`,
)

/**
 * The result of a failed call without the hint that a plugin or hook of ours put behind it: what we say must not come back as what a
 * command printed. Only for calls whose own record says that they failed, because only those get a hint. Of any other call the words
 * are a program's, which could hide a failure behind them.
 */
export const withoutHint = (text: string): string => {
  const from = Math.max(0, text.length - LONGEST_CHARS)
  const start = text.slice(from).search(OPENING)
  return start < 0 ? text : text.slice(0, from + start).trimEnd()
}
