import { BACKSLASH, TOKEN, codeAt, isQuote, isSpace } from './characters.ts'
import type { Span } from './span.ts'
import { isStandIn, looksHandmade, looksRandom, looksWritten } from './values.ts'

/** The name of any other scheme. */
const OTHER_SCHEME = /[A-Za-z][A-Za-z-]{2,24} {1,4}(?=[A-Za-z0-9])/y
const SCHEME = /(?:Bearer|Basic|Token|Digest|Negotiate|ApiKey|Api-Key|Bot|Key|GenieKey|SSWS|OAuth)(?=[ ]|\\t)\s{1,4}/iy

/**
 * Records the credentials of an `Authorization` header or field whose value begins at `from`. The scheme stays.
 * Returns the end of the recorded part, or undefined.
 */
export const authorizationAt = (text: string, from: number, spans: Span[]): number | undefined => {
  let start = from
  while (start - from < 8 && (codeAt(text, start) === BACKSLASH || isQuote(codeAt(text, start)))) start++
  SCHEME.lastIndex = start
  const scheme = SCHEME.exec(text)?.[0].trim().toLowerCase()
  if (scheme !== undefined) start = SCHEME.lastIndex
  if (scheme === undefined && text.startsWith('AWS4-', start)) return signatureAt(text, start, spans)
  if (scheme === undefined) start = afterScheme(text, start)
  else start = afterJoin(text, start)
  let end = start
  while (TOKEN[codeAt(text, end)] === 1 || codeAt(text, end) === 58 || isOddSign(codeAt(text, end), scheme)) end++
  const value = text.slice(start, Math.min(end, start + 512))
  if (!isCredential(value, scheme)) return undefined
  spans.push({ start, end, kind: scheme === 'basic' ? 'basic-auth' : 'bearer-token' })
  return end
}

/** Where the credentials begin after an unlisted scheme. There only a text that is plainly no word counts. */
const afterScheme = (text: string, start: number): number => {
  OTHER_SCHEME.lastIndex = start
  return OTHER_SCHEME.test(text) ? OTHER_SCHEME.lastIndex : start
}

/** `"Bearer " + "X"` */
const afterJoin = (text: string, start: number): number => {
  JOIN.lastIndex = start
  return JOIN.test(text) ? JOIN.lastIndex : start
}
const JOIN = /\\{0,3}["']\s{0,2}[+.]\s{0,2}\\{0,3}["']/y

/** After a scheme, even signs that no token should contain belong to the token. */
const isOddSign = (code: number, scheme: string | undefined): boolean =>
  scheme !== undefined &&
  (code === 33 || code === 35 || code === 36 || code === 38 || code === 42 || code === 63 || code === 64 || code === 94)

const isCredential = (value: string, scheme: string | undefined): boolean => {
  if (isStandIn(value)) return false
  if (scheme === 'basic') return /^[A-Za-z0-9+/_-]{6,}={0,2}$/.test(value) && atobOrEmpty(value).includes(':')
  if (scheme === undefined && /^(?:[0-9a-f]{24,}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i.test(value))
    return true
  if (looksRandom(value, scheme === undefined ? 16 : 8) || (scheme !== undefined && looksHandmade(value))) return true
  // A scheme's opaque token may be short or plain, but it is not a few words.
  return scheme !== undefined && value.length >= 12 && /\d/.test(value) && !looksWritten(value)
}

const atobOrEmpty = (value: string): string => Buffer.from(value, 'base64').toString('latin1')

const signatureAt = (text: string, start: number, spans: Span[]): number | undefined => {
  const signature = /Signature=([0-9a-f]{64})/.exec(text.slice(start, start + 1_000))
  if (signature === null) return undefined
  const at = start + signature.index + 'Signature='.length
  spans.push({ start: at, end: at + 64, kind: 'aws-signature' })
  return at + 64
}

/** A header with cookies is hardly longer. Text further on is not examined. */
const LONGEST_COOKIES = 8_192
const ATTRIBUTES = new Set(['path', 'domain', 'expires', 'max-age', 'samesite', 'version', 'priority', 'comment'])

/** Records the values of the cookies in a `Cookie` or `Set-Cookie` header whose value begins at `from`. */
export const cookiesAt = (text: string, from: number, spans: Span[]): number | undefined => {
  let start = from
  while (start - from < 8 && (codeAt(text, start) === BACKSLASH || isQuote(codeAt(text, start)))) start++
  const limit = Math.min(text.length, start + LONGEST_COOKIES)
  let end: number | undefined
  let at = start
  while (at < limit) {
    const pairEnd = endOfPair(text, at, limit)
    const pair = text.slice(at, pairEnd)
    const equals = pair.indexOf('=')
    const name = pair.slice(0, Math.max(0, equals)).toLowerCase()
    if (!/^[\w.!#$%&*+^~-]{1,80}$/.test(name)) break
    if (!ATTRIBUTES.has(name) && isCookieSecret(pair.slice(equals + 1))) {
      spans.push({ start: at + equals + 1, end: pairEnd, kind: 'cookie' })
      end = pairEnd
    }
    if (codeAt(text, pairEnd) !== 59) break
    at = pairEnd + 1
    while (isSpace(codeAt(text, at))) at++
  }
  return end
}

const endOfPair = (text: string, from: number, limit: number): number => {
  let at = from
  while (at < limit && !endsPair(codeAt(text, at)) && (codeAt(text, at) !== 32 || at === from)) at++
  return at
}

// Whether a character ends a cookie: servers send no semicolon, comma, angle bracket, backslash, quote or control
// character in one.
const endsPair = (code: number): boolean =>
  code === 59 || code === 44 || code === 60 || code === 62 || code < 32 || code === BACKSLASH || isQuote(code)

const isCookieSecret = (value: string): boolean =>
  value.length >= 8 && !isStandIn(value) && !looksWritten(value) && /\d|[a-z][A-Z]/.test(value)
