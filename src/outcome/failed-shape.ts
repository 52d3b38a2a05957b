/**
 * How Claude Code shows that a shell command failed besides its "Exit code" line. A failed result is put together from
 * the code, the error stream and the output, and only then is it changed in these two ways; a result that went well
 * never is. The rule's name. Undefined: neither is seen, which says nothing.
 */
export const shapeOfFailure = (result: string): 'output-doubled' | 'output-cut' | undefined => {
  if (isCut(result)) return 'output-cut'
  return isDoubled(result) ? 'output-doubled' : undefined
}

/** An error of more than ten thousand characters keeps five thousand at each end; other results count cut lines. */
const KEPT_CHARS = 5000
/** The line about the code belongs to the first half and may have been taken off. */
const SLACK_CHARS = 40

const isCut = (result: string): boolean => {
  if (result.length < 2 * KEPT_CHARS - SLACK_CHARS || result.length > 2 * KEPT_CHARS + 3 * SLACK_CHARS) return false
  const middle = result.slice(KEPT_CHARS - SLACK_CHARS, KEPT_CHARS + 2 * SLACK_CHARS)
  return /\n\n\.{3} \[\d{1,12} characters truncated\] \.{3}\n\n/.test(middle)
}

/** A word printed twice on purpose is not much of a proof; numbers are even less. */
const MIN_HALF_CHARS = 4
/** The line break that joins the halves, and those with which the output ends. */
const GAPS = [2, 3, 4]

/** In 2.1.4x to 2.1.7x both streams held the same text, so a failed command's output stands there twice, blank between. */
const isDoubled = (result: string): boolean => {
  const text = result.trimEnd()
  return GAPS.some((gap) => isHalved(text, gap))
}

const isHalved = (text: string, gap: number): boolean => {
  const half = (text.length - gap) / 2
  if (!Number.isInteger(half) || half < MIN_HALF_CHARS) return false
  for (let at = half; at < half + gap; at += 1) if (text.charCodeAt(at) !== NEWLINE) return false
  if (text.charCodeAt(0) !== text.charCodeAt(half + gap)) return false
  const first = text.slice(0, half)
  return first === text.slice(half + gap) && /[^\d\s.]/.test(first)
}

const NEWLINE = 10
