import { BACKSLASH, codeAt, isBlankOrEnd, isQuote, isSpace, tableOf } from './characters.ts'
import { isGenerated, isUnspeakable, lookOf } from './generated.ts'
import type { Claim } from './names.ts'
import { NAMED_KIND } from './span.ts'
import { isExpression, isJumble, isStandIn, looksChosen, looksHandmade, looksRandom, looksWritten } from './values.ts'

/** A value in the text, without its quotes. */
export interface ValueAt {
  start: number
  end: number
  quoted: boolean
}

/** At most this many characters of a value are judged. A secret value is replaced to its end, however long. */
const LONGEST_JUDGED = 256

const STOPS = tableOf(/["'`,;&(){}[\]<>|\\]/)

/** Reads the value at an offset (after blanks); undefined if there is none. */
export const readValue = (text: string, from: number): ValueAt | undefined => {
  let start = from
  // In JSON inside a string the quotes are escaped, sometimes more than once.
  while (codeAt(text, start) === BACKSLASH && start - from < 8) start++
  const opening = codeAt(text, start)
  if (isQuote(opening)) {
    if (codeAt(text, start + 1) === opening && codeAt(text, start + 2) === opening) return readLongText(text, start)
    const end = endOfQuoted(text, start + 1, opening, start - from)
    return end > start + 1 ? { start: start + 1, end, quoted: true } : undefined
  }
  // Strings of Python and Rust may have a letter before the quote.
  if (isQuote(codeAt(text, start + 1)) && 'bBrRfFuU@'.includes(text.charAt(start))) return readValue(text, start + 1)
  const end = endOfBare(text, start)
  return end > start && start === from ? { start, end, quoted: false } : undefined
}

/** A text in three quotes, which may begin on the next line. */
const readLongText = (text: string, start: number): ValueAt | undefined => {
  let from = start + 3
  while (from - start < 44 && isBlankOrEnd(codeAt(text, from)) && from < text.length) from++
  const end = endOfQuoted(text, from, codeAt(text, start), 0)
  return end > from ? { start: from, end, quoted: true } : undefined
}

/** A quote with more backslashes than the opening one belongs to the value. */
const endOfQuoted = (text: string, from: number, quote: number, escapes: number): number => {
  const limit = Math.min(text.length, from + LONGEST_JUDGED)
  for (let at = from; at < limit; at++) {
    const code = codeAt(text, at)
    if (code === quote || code === 10 || code === 13) return at
    if (code !== BACKSLASH) continue
    let end = at + 1
    while (end < limit && codeAt(text, end) === BACKSLASH) end++
    const next = codeAt(text, end)
    if (next === 110 || next === 114 || (next === quote && end - at <= escapes)) return at
    at = end
  }
  return limit
}

/** The end of a value without quotes. */
export const endOfBare = (text: string, from: number): number => {
  const limit = Math.min(text.length, from + LONGEST_JUDGED)
  let at = from
  while (at < limit) {
    const code = codeAt(text, at)
    if (code <= 32 || STOPS[code] === 1) break
    at++
  }
  return at
}

/** The kind of secret that a value is under a name with this claim; undefined if it may stay. */
export const judgeValue = (text: string, value: ValueAt, claim: Claim, literal: boolean): string | undefined => {
  const words = decodedIn(text.slice(value.start, value.end))
  const isSecret = value.quoted || literal ? isSecretLiteral(words, claim) : isSecretInCode(words, claim)
  return isSecret && !isStandIn(words) ? kindOf(claim) : undefined
}

/** Decodes the signs of a URL, because the encoded rest of a word would look like a password. */
const decodedIn = (words: string): string =>
  words.includes('%') ? words.replace(/%(?:2[0-9A-F]|3[A-F]|40|5[B-F]|7[B-E])/gi, '-') : words

/** The end of a value of which only the beginning was judged: the end of its line, quotes or word. */
export const endOfLongValue = (text: string, value: ValueAt): number => {
  let end = value.end
  if (end - value.start < LONGEST_JUDGED) return end
  while (end < text.length) {
    const code = codeAt(text, end)
    if (isBlankOrEnd(code) || isQuote(code) || code === BACKSLASH) break
    end++
  }
  return end
}

/** In code, a value without quotes is a variable unless it looks generated. */
const isSecretInCode = (words: string, claim: Claim): boolean =>
  /\d/.test(words) && looksRandom(words, claim === 'weak' ? 20 : 16) && !looksWritten(words)

/** The shortest value that can be judged by its look. A name that means little needs a longer value. */
const SHORTEST = { weak: 16, token: 12, secret: 8 }

const isSecretLiteral = (words: string, claim: Claim): boolean => {
  if (/\s/.test(words) || isPath(words)) return false
  if (claim === 'password') return looksChosen(words, 6) || APP_PASSWORD.test(words)
  if (looksWritten(words)) return false
  if (claim !== 'weak' && isJumble(words)) return true
  if ((claim === 'weak' && isFingerprint(words)) || isNumberOrTime(words) || isExpression(words)) return false
  const shortest = claim === 'weak' ? SHORTEST.weak : claim === 'token' ? SHORTEST.token : SHORTEST.secret
  if (looksRandom(words, shortest) || looksGenerated(words, claim) || looksHandmade(words)) return true
  return claim !== 'weak' && words.length >= SHORTEST.token && /^(?=.*\d)(?=.*[A-Za-z])[\w+/=.~-]+$/.test(words)
}

/** A password that a service issues for one program: four groups of four letters. */
const APP_PASSWORD = /^[a-z]{4}(?:-[a-z]{4}){3}$/

const isNumberOrTime = (words: string): boolean => /^(?:\d+|\d{4}-\d\d-\d\d[T\d:.+Z-]*)$/.test(words)

/** OpenPGP names a public key with forty hexadecimal capitals. */
export const isFingerprint = (words: string): boolean => /^(?:0x)?[0-9A-F]{16,40}$/.test(words)

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
  while (at - from < 60 && isSpace(codeAt(text, at))) at++
  return at
}
