import { BACKSLASH, NAME, isQuote, isSpace } from './characters.ts'
import { isGenerated, isUnspeakable, lookOf } from './generated.ts'
import type { Claim } from './names.ts'
import { LONGEST_NAME, claimOf } from './names.ts'
import type { Span } from './span.ts'
import { NAMED_KIND } from './span.ts'
import { pairsOf } from './units.ts'
import { isStandIn, looksHandmade, looksRandom, looksWritten } from './values.ts'

/**
 * Finds generated values that stand next to a word that tells what they are, without `=` or `:` between them: `token X`,
 * `the secret is X`, `setApiKey("X")`, `| API key | X |`, `{"name": "API_TOKEN", "value": "X"}`, `ENV API_KEY X`.
 */
export const tellingWordsIn = (text: string, units: Uint16Array, spans: Span[]): void => {
  const pairs = pairsOf(units)
  const limit = (text.length - SHORTEST_VALUE) >> 1
  for (let index = 0; index < limit; index++) {
    const pair = pairs[index]!
    const candidates = PAIRS[((pair & 31) << 5) | ((pair >>> 16) & 31)]!
    if (candidates === 0) continue
    const end = endOfWord(units, index * 2, candidates)
    if (end > 0) index = Math.max(index, (valueAfterWord(text, end, spans) >> 1) - 1)
  }
}

const SHORTEST_VALUE = 8

/**
 * The same from the other end: whether the generated value that begins at an offset is told by words before it. Costs
 * nothing where there is no such value, so it also serves where the search for the words would be too slow.
 */
export const toldAt = (text: string, start: number, spans: Span[]): number => {
  const nameEnd = beforeGlue(text, start)
  if (nameEnd === start || NAME[text.charCodeAt(nameEnd - 1)] !== 1 || text.charCodeAt(nameEnd) === 62) return 0
  const claim = claimBefore(text, nameEnd)
  if (claim === 'none') return 0
  const end = endOfValue(text, start)
  if (!isSecret(text, start, end, claim)) return 0
  spans.push({ start, end, kind: claim === 'password' ? 'password' : NAMED_KIND })
  return end
}

/**
 * The words, each with two pairs of letters an odd distance apart: looking at every second place meets one of them. The
 * numbers are where the pair stands in the word.
 */
const WORDS: [word: string, even: number, odd: number][] = [
  ['token', 2, 1],
  ['key', 0, 1],
  ['secret', 2, 1],
  ['passw', 2, 3],
  ['passphrase', 2, 3],
  ['passcode', 2, 3],
  ['credential', 0, 7],
]
const folded = (word: string): number[] => Array.from(word, (letter) => letter.charCodeAt(0) & 31)
const CANDIDATES: { letters: number[]; offset: number }[][] = [[]]
const PAIRS = new Uint8Array(1_024)
for (const [word, ...offsets] of WORDS) {
  for (const offset of offsets) {
    const letters = folded(word)
    const pair = (letters[offset]! << 5) | letters[offset + 1]!
    if (PAIRS[pair] === 0) PAIRS[pair] = CANDIDATES.push([]) - 1
    CANDIDATES[PAIRS[pair]!]!.push({ letters, offset })
  }
}

/** The end of the telling word of which a pair is part, or 0. */
const endOfWord = (units: Uint16Array, at: number, candidates: number): number => {
  for (const { letters, offset } of CANDIDATES[candidates]!) {
    const start = at - offset
    let index = 0
    while (index < letters.length && units[start + index]! >= 65 && (units[start + index]! & 31) === letters[index])
      index++
    if (index === letters.length) return start + index
  }
  return 0
}

const LONGEST_GLUE = 24

/** Records the generated value that follows a telling word, which ends at an offset; gives where to go on. */
export const valueAfterWord = (text: string, wordEnd: number, spans: Span[]): number => {
  let nameEnd = wordEnd
  while (nameEnd - wordEnd < LONGEST_NAME && NAME[text.charCodeAt(nameEnd)] === 1) nameEnd++
  const start = afterGlue(text, nameEnd)
  if (start === nameEnd) return nameEnd
  const end = endOfValue(text, start)
  if (end - start < SHORTEST_VALUE || !hasDigitOrMix(text, start, end)) return nameEnd
  const claim = claimBefore(text, nameEnd)
  if (!isSecret(text, start, end, claim)) return nameEnd
  spans.push({ start, end, kind: claim === 'password' ? 'password' : NAMED_KIND })
  return end
}

const GLUE = new Set(Array.from(' \t"\'`*([|,\\:=>', (sign) => sign.charCodeAt(0)))
const GLUE_WORD = /(?:is|was|value|val|with|of|to)(?=["'`\\ :=])/iy

/** From the end of a name over signs, quotes and one small word to where a value may begin. */
const afterGlue = (text: string, nameEnd: number): number => {
  let at = skipGlue(text, nameEnd)
  if (at === nameEnd) return at
  GLUE_WORD.lastIndex = at
  if (GLUE_WORD.test(text)) at = skipGlue(text, GLUE_WORD.lastIndex)
  return at
}

const skipGlue = (text: string, from: number): number => {
  let at = from
  // The end of a tag, or of one of our own placeholders.
  if (text.charCodeAt(at) === 62) return at
  while (at - from < LONGEST_GLUE && GLUE.has(text.charCodeAt(at)) && !isLineBreak(text, at)) at++
  return at
}

const beforeGlue = (text: string, start: number): number => {
  const at = skipGlueBack(text, start)
  const word = /(?:^|[^\w])(is|was|value|val|with|of|to)$/i.exec(text.slice(Math.max(0, at - 6), at))?.[1]
  return word === undefined || at === start ? at : skipGlueBack(text, at - word.length)
}

const skipGlueBack = (text: string, from: number): number => {
  let at = from
  while (from - at < LONGEST_GLUE && at > 0 && GLUE.has(text.charCodeAt(at - 1)) && !isLineBreak(text, at - 1)) at--
  return at
}

/** In JSON a backslash stands before quotes, which are glue, and in `\n` and its like, which are not. */
const isLineBreak = (text: string, at: number): boolean =>
  text.charCodeAt(at) === BACKSLASH && text.charCodeAt(at + 1) > 64 && text.charCodeAt(at + 1) !== BACKSLASH

const LONGEST_VALUE = 256
const ENDS = new Set(Array.from('"\'`,;()[]{}<>|', (sign) => sign.charCodeAt(0)))

const endOfValue = (text: string, start: number): number => {
  const quote = text.charCodeAt(start - 1)
  let end = start
  while (end - start < LONGEST_VALUE) {
    const code = text.charCodeAt(end)
    if (!(code > 32) || code === BACKSLASH || (isQuote(quote) ? code === quote : ENDS.has(code))) break
    end++
  }
  // The end of a sentence is no part of a value.
  while (!isQuote(quote) && end > start && /[.:*]/.test(text.charAt(end - 1))) end--
  return end
}

/** Most of what follows such a word is another word. */
const hasDigitOrMix = (text: string, start: number, end: number): boolean => {
  for (let at = start; at < end && at - start < 48; at++) {
    const code = text.charCodeAt(at)
    if (code >= 48 && code <= 57) return true
  }
  return end - start >= 24
}

/** What the name claims, the word before it included: `cache key` is not `API key`. */
const claimBefore = (text: string, nameEnd: number): Claim => {
  let start = nameEnd
  const limit = Math.max(0, nameEnd - LONGEST_NAME)
  while (start > limit && NAME[text.charCodeAt(start - 1)] === 1) start--
  // Our own placeholders begin with a telling word.
  if (text.charCodeAt(start - 1) === 60) return 'none'
  if (!isSpace(text.charCodeAt(start - 1))) return claimOf(text.slice(start, nameEnd))
  let before = start - 1
  while (before > limit && NAME[text.charCodeAt(before - 1)] === 1) before--
  return claimOf(`${text.slice(before, start - 1)}_${text.slice(start, nameEnd)}`)
}

const HEX = /^(?:[0-9a-f]{24,128}|[0-9A-F]{24,128}|[0-9a-fA-F]{8}-[0-9a-fA-F-]{27})$/
const BRAND = /^[A-Za-z]{2,8}\d?[-._]/
const TOKEN_SIGNS = /^[\w.~+/=%:@!#$^&*?-]+$/

const isSecret = (text: string, start: number, end: number, claim: Claim): boolean => {
  if (claim === 'none' || claim === 'authorization' || claim === 'cookie' || claim === 'signature') return false
  const value = text.slice(start, end)
  if (!TOKEN_SIGNS.test(value) || isStandIn(value)) return false
  if (claim === 'password') return isPassword(value, isQuote(text.charCodeAt(start - 1)))
  if (HEX.test(value.replace(BRAND, '')) || looksHandmade(value)) return true
  if (looksWritten(value) || value.length < (claim === 'weak' ? 16 : 12) || /^[./~]|:\/\//.test(value)) return false
  const look = lookOf(value)
  if (isGenerated(look)) return true
  return claim === 'secret' && (isUnspeakable(look) || (look.digits > 2 && looksRandom(value, 12)))
}

/** Next to the word alone, a password must look like one: letters, digits, and a sign or, in quotes, a capital inside. */
const isPassword = (value: string, quoted: boolean): boolean =>
  /[a-z]/i.test(value) &&
  /\d/.test(value) &&
  (/[!@#%^&*+=?]|\$\w{2}/.test(value) || (quoted && /[a-z0-9][A-Z]/.test(value)) || isGenerated(lookOf(value))) &&
  !/^[./~]|:\/\/|\w\.\w/.test(value) &&
  !looksWritten(value)
