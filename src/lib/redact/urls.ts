import { NAME, codeAt, isBlankOrEnd } from './characters.ts'
import type { Sign } from './words/sign-search.ts'
import type { Span } from './span.ts'
import { isStandIn, looksChosen, looksRandom } from './values.ts'

/** User and password of an address are shorter than this. */
const LONGEST_USER_INFO = 400

/** Usual stand-ins for a password in examples. */
const STOCK = /^(?:pass|passwd|password|pwd|pw|postgres|root|guest|x|xxx|\*+|p|pswd)$/i

const KNOWN_USERS = /^(?:x-access-token|oauth2?|token|git|gitlab-ci-token|x-token-auth|_token|api|apikey)$/i

/** Finds the password in `scheme://user:password@host`; `start` is where the user begins. Returns where to continue. */
export const userInfoAt = (text: string, start: number, spans: Span[]): number => {
  let colon = -1
  let at = start
  for (; at - start < LONGEST_USER_INFO; at++) {
    const code = codeAt(text, at)
    if (code === 64) break
    if (isBlankOrEnd(code) || endsAuthority(code, colon >= 0)) return start
    if (code === 58 && colon < 0) colon = at
  }
  if (codeAt(text, at) !== 64 || NAME[codeAt(text, at + 1)] !== 1) return start
  const from = colon < 0 ? start : colon + 1
  const value = text.slice(from, at)
  const isSecret = colon < 0 ? looksRandom(value, 16) : isPassword(value, text.slice(start, colon))
  if (!isSecret || isStandIn(value)) return start
  spans.push({ start: from, end: at, kind: 'url-password' })
  return at
}

const isPassword = (value: string, user: string): boolean => {
  if (value === '' || STOCK.test(value) || value === user) return false
  return KNOWN_USERS.test(user) ? value.length >= 8 : !/[{}$<>]/.test(value)
}

/**
 * Whether a character ends user and host. After the colon, a slash or a hash may still belong to a careless password.
 */
const endsAuthority = (code: number, afterColon: boolean): boolean =>
  code === 34 ||
  code === 39 ||
  code === 96 ||
  code === 60 ||
  code === 62 ||
  code === 92 ||
  code === 63 ||
  code === 44 ||
  (!afterColon && (code === 47 || code === 35)) ||
  (afterColon && code === 47)

const BEFORE_HOST = /(?:^|[\s"'`=>])[\w.-]{1,64}:([^\s"'`@:/]{1,128})$/

/** Finds the password in `user:password@tcp(host:3306)/database`, the form of Go programs. */
export const DSN_SIGNS: readonly Sign[] = ['@tcp(', '@unix('].map((word) => ({
  word,
  examine: (text, start, end, spans) => {
    const value = BEFORE_HOST.exec(text.slice(Math.max(0, start - LONGEST_USER_INFO), start))?.[1]
    if (value !== undefined && !STOCK.test(value) && !isStandIn(value)) {
      spans.push({ start: start - value.length, end: start, kind: 'url-password' })
    }
    return end
  },
}))

/** `host:port:database:user:password`, a line of `.pgpass`. */
const PASS_FILE = /(?:^|[\s"'`=>])[\w.*-]{1,100}:(?:\d{3,5}|\*):[A-Za-z*][\w*-]{0,62}:$/

/** Finds the password in a line of `.pgpass`; the user begins at `start` and ends at `at`. */
export const passFileAt = (text: string, start: number, at: number, spans: Span[]): number => {
  if (!mayBePassFile(text, start) || !PASS_FILE.test(text.slice(Math.max(0, start - 180), start))) return at + 1
  let end = at + 1
  while (end - at < LONGEST_USER_INFO && !isBlankOrEnd(codeAt(text, end)) && !endsWord(codeAt(text, end))) end++
  const value = text.slice(at + 1, end)
  if (isStandIn(value) || !looksChosen(value, 4)) return at + 1
  spans.push({ start: at + 1, end, kind: 'password' })
  return end
}

/** A quick test that saves the full one: a name with a number before it. Times have only numbers. */
const mayBePassFile = (text: string, start: number): boolean => {
  if (codeAt(text, start - 1) !== 58) return false
  let at = start - 2
  while (start - at < 64 && NAME[codeAt(text, at)] === 1) at--
  if (codeAt(text, at) === 42) at--
  const first = codeAt(text, at + 1)
  if (codeAt(text, at) !== 58 || (first >= 48 && first <= 57)) return false
  const port = codeAt(text, at - 1)
  return port === 42 || (port >= 48 && port <= 57)
}

const endsWord = (code: number): boolean => code === 34 || code === 39 || code === 96 || code === 92
