import { NAME, isQuote, isSpace } from './characters.ts'
import { flagAt, mayBeFlag } from './flags.ts'
import { claimOf } from './names.ts'
import { privateKeyAt } from './private-keys.ts'
import type { Span } from './span.ts'
import { endOfLongValue, judgeValue, readValue } from './value-at.ts'

/** Finds what dashes announce: options and flags of a command line that take a secret, and PEM blocks. */
export const dashesIn = (text: string, units: Uint16Array, spans: Span[]): void => {
  let at = text.indexOf('-')
  while (at >= 0) {
    let end = at + 1
    if (units[end] === 45) {
      while (text.charCodeAt(end) === 45) end++
      if (end - at >= 5) end = privateKeyAt(text, at, end, spans)
      else if (end - at === 2) end = optionAt(text, end, spans)
    } else if (mayBeFlag(units, at)) end = flagAt(text, at, spans)
    at = text.indexOf('-', end)
  }
}

/** `--password x`, `"--token", "x"`. With `=` between them the finder of assignments sees it. */
const optionAt = (text: string, start: number, spans: Span[]): number => {
  let end = start
  while (end - start < 40 && NAME[text.charCodeAt(end)] === 1) end++
  const claim = end - start < 3 ? 'none' : claimOf(text.slice(start, end))
  if (claim === 'none' || claim === 'authorization') return end
  let at = end
  // In a list of arguments quotes and a comma stand between the option and its value.
  while (at - end < 6 && (isSpace(text.charCodeAt(at)) || isQuote(text.charCodeAt(at)) || text.charCodeAt(at) === 44))
    at++
  if (at === end || text.charCodeAt(at) === 45) return end
  const quoted = isQuote(text.charCodeAt(at - 1))
  const value = readValue(text, quoted ? at - 1 : at)
  if (value === undefined) return end
  const kind = judgeValue(text, value, claim === 'cookie' ? 'secret' : claim, true)
  if (kind === undefined) return end
  const valueEnd = endOfLongValue(text, value)
  spans.push({ start: value.start, end: valueEnd, kind })
  return valueEnd
}
