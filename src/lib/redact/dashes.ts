import { NAME, codeAt, isQuote, isSpace } from './characters.ts'
import { flagAt, mayBeFlag, pairAt } from './flags.ts'
import { cookiesAt } from './headers.ts'
import { DASHES, markFrom, type Marks } from './words/marks.ts'
import { claimOf, mayClaim } from './names.ts'
import { privateKeyAt } from './private-keys.ts'
import type { Span } from './span.ts'
import { endOfLongValue, judgeValue, readValue } from './value-at.ts'

/**
 * Finds secrets that dashes announce: options and flags of a command line, and PEM blocks. Returns how many program
 * flags and block dashes it met.
 */
export const dashesIn = (text: string, units: Uint16Array, marks: Marks, spans: Span[]): number => {
  const { places } = marks
  const last = marks.ends[DASHES]!
  let met = 0
  for (let nth = marks.begins[DASHES]!; nth < last; ) {
    const at = places[nth]!
    let end = at + 1
    if (units[end] === 45) {
      while (codeAt(text, end) === 45) end++
      if (end - at >= 4) {
        met++
        end = privateKeyAt(text, at, end, spans)
      } else if (end - at === 2) end = optionAt(text, end, spans)
    } else if (startsWord(units, at)) {
      if (mayBeFlag(units, at)) {
        end = flagAt(text, at, spans)
        if (end > at + 1) met++
        end = Math.max(end, at + 1)
      }
      if (end <= at + 2) end = optionAt(text, at + 1, spans)
    }
    nth = markFrom(places, nth + 1, last, end)
  }
  return met
}

const startsWord = (units: Uint16Array, at: number): boolean =>
  at > 0 && (units[at - 1] === 32 || isQuote(units[at - 1]!))

/** Options that take `user:password`. */
const PAIRS = /^(?:user|proxy-user|userpwd|basic-auth|auth|creds|credentials)$/

/** `--password x`, `"--token", "x"`, `-rpcpassword x`. The finder of assignments handles options with `=`. */
const optionAt = (text: string, start: number, spans: Span[]): number => {
  let end = start
  while (end - start < 40 && NAME[codeAt(text, end)] === 1) end++
  if (end - start < 3 || end - start === 40) return end
  const isPair = codeAt(text, start - 2) === 45 && PAIRS.test(text.slice(start, end))
  if (!isPair && !mayClaim(text, start, end)) return end
  let at = end
  if (isPair && codeAt(text, at) === 61) at++
  // In a list of arguments quotes and a comma stand between the option and its value.
  while (at - end < 6 && (isSpace(codeAt(text, at)) || isQuote(codeAt(text, at)) || codeAt(text, at) === 44)) at++
  if (at === end || codeAt(text, at) === 45) return end
  const from = isQuote(codeAt(text, at - 1)) ? at - 1 : at
  if (isPair) {
    const pairEnd = pairAt(text, from, spans)
    if (pairEnd > 0) return pairEnd
  }
  return valueOfOption(text, text.slice(start, end), from, spans) ?? end
}

const valueOfOption = (text: string, name: string, from: number, spans: Span[]): number | undefined => {
  const claim = claimOf(name)
  if (claim === 'none' || claim === 'authorization') return undefined
  if (claim === 'cookie') return cookiesAt(text, from, spans)
  const value = readValue(text, from)
  if (value === undefined) return undefined
  const kind = judgeValue(text, value, claim, true)
  if (kind === undefined) return undefined
  const end = endOfLongValue(text, value)
  spans.push({ start: value.start, end, kind })
  return end
}
