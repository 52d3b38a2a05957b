import { BACKSLASH, isBlankOrEnd, isQuote, isSpace } from './characters.ts'
import { isGenerated, isUnspeakable, lookOf } from './generated.ts'
import type { Claim } from './names.ts'
import { NAMED_KIND } from './span.ts'
import { isStandIn, looksChosen, looksHandmade, looksRandom, looksWritten } from './values.ts'

/** A value as it stands in the text, without its quotes. */
export interface ValueAt {
  start: number
  end: number
  quoted: boolean
}

/** A value is judged by this much; one that proves to be secret is replaced to its end, however long. */
const LONGEST_JUDGED = 256

const STOPS = new Set(Array.from('"\'`,;&(){}[]<>|\\', (sign) => sign.charCodeAt(0)))

/** Reads the value that begins at an offset (blanks before it already skipped), or undefined where there is none. */
export const readValue = (text: string, from: number): ValueAt | undefined => {
  let start = from
  // In JSON inside a string the quotes are escaped, perhaps more than once.
  while (text.charCodeAt(start) === BACKSLASH && start - from < 8) start++
  const opening = text.charCodeAt(start)
  if (isQuote(opening)) {
    const end = endOfQuoted(text, start + 1, opening)
    return end > start + 1 ? { start: start + 1, end, quoted: true } : undefined
  }
  // Strings of Python and Rust may carry a letter before the quote.
  if (isQuote(text.charCodeAt(start + 1)) && 'bBrRfFuU@'.includes(text.charAt(start))) return readValue(text, start + 1)
  const end = endOfBare(text, start)
  return end > start && start === from ? { start, end, quoted: false } : undefined
}

const endOfQuoted = (text: string, from: number, quote: number): number => {
  const limit = Math.min(text.length, from + LONGEST_JUDGED)
  for (let at = from; at < limit; at++) {
    const code = text.charCodeAt(at)
    if (code === quote || code === 10 || code === 13) return at
    if (code !== BACKSLASH) continue
    const next = text.charCodeAt(at + 1)
    if (next === quote || next === 110 || next === 114) return at
    at++
  }
  return limit
}

const endOfBare = (text: string, from: number): number => {
  const limit = Math.min(text.length, from + LONGEST_JUDGED)
  let at = from
  while (at < limit) {
    const code = text.charCodeAt(at)
    if (code <= 32 || STOPS.has(code)) break
    at++
  }
  return at
}

/** The kind of secret a value is under a name with this claim, or undefined when it may stay. */
export const judgeValue = (text: string, value: ValueAt, claim: Claim, literal: boolean): string | undefined => {
  const words = text.slice(value.start, value.end)
  const isSecret = value.quoted || literal ? isSecretLiteral(words, claim) : isSecretInCode(words, claim)
  return isSecret && !isStandIn(words) ? kindOf(claim) : undefined
}

/** A value that was judged by its beginning ends where its line, its quotes or its word end. */
export const endOfLongValue = (text: string, value: ValueAt): number => {
  let end = value.end
  if (end - value.start < LONGEST_JUDGED) return end
  while (end < text.length) {
    const code = text.charCodeAt(end)
    if (isBlankOrEnd(code) || isQuote(code) || code === BACKSLASH) break
    end++
  }
  return end
}

/** Without quotes and in code a value is a variable unless it looks generated. */
const isSecretInCode = (words: string, claim: Claim): boolean =>
  /\d/.test(words) && looksRandom(words, claim === 'weak' ? 20 : 16) && !looksWritten(words)

const isSecretLiteral = (words: string, claim: Claim): boolean => {
  if (/\s/.test(words) || isPath(words)) return false
  if (claim === 'password') return looksChosen(words, 6)
  if (looksWritten(words)) return false
  return looksRandom(words, claim === 'weak' ? 16 : 8) || looksGenerated(words, claim) || looksHandmade(words)
}

const looksGenerated = (words: string, claim: Claim): boolean => {
  if (words.length < (claim === 'weak' ? 20 : 12) || !/^[\w+/=.~-]+$/.test(words)) return false
  const look = lookOf(words)
  return isGenerated(look) || (claim !== 'weak' && isUnspeakable(look))
}

/** A path or an address whose parts are words. Base64 holds slashes too, but hardly ever readable parts. */
const isPath = (words: string): boolean =>
  /^(?:\.{0,2}|~|[A-Za-z]:|[a-z]+:\/)[/\\]/.test(words) && !words.split(/[/\\]/).some((part) => looksRandom(part, 10))

const kindOf = (claim: Claim): string => (claim === 'password' ? 'password' : NAMED_KIND)

/** Skips blanks on one line. Settings are aligned in columns, so there may be many. */
export const skipSpaces = (text: string, from: number): number => {
  let at = from
  while (at - from < 60 && isSpace(text.charCodeAt(at))) at++
  return at
}
