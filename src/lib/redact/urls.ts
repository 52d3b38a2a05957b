import { NAME, isBlankOrEnd } from './characters.ts'
import type { Span } from './span.ts'
import { isStandIn, looksChosen, looksRandom } from './values.ts'

/** User and password of an address are shorter than this, or it is something else. */
const LONGEST_USER_INFO = 400

/** What everybody writes for a password that is none. */
const STOCK = /^(?:pass|passwd|password|pwd|pw|postgres|root|guest|x|xxx|\*+|p|pswd)$/i

const KNOWN_USERS = /^(?:x-access-token|oauth2?|token|git|gitlab-ci-token|x-token-auth|_token|api|apikey)$/i

/** Finds the password of `scheme://user:password@host`; `start` is where the user begins. Gives where to go on. */
export const userInfoAt = (text: string, start: number, spans: Span[]): number => {
  let colon = -1
  let at = start
  for (; at - start < LONGEST_USER_INFO; at++) {
    const code = text.charCodeAt(at)
    if (code === 64) break
    if (isBlankOrEnd(code) || endsAuthority(code, colon >= 0)) return start
    if (code === 58 && colon < 0) colon = at
  }
  if (text.charCodeAt(at) !== 64 || NAME[text.charCodeAt(at + 1)] !== 1) return start
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

/** Signs that end user and host. After the colon a slash or a hash may still be part of a careless password. */
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

/** Finds the password of `curl -u user:password`; `at` is its colon. */
export const basicAuthAt = (text: string, start: number, at: number, spans: Span[]): number => {
  const line = text.slice(Math.max(0, start - 300), start)
  if (!/\b(?:curl|wget|http|https|xh)\b/.test(line)) return at + 1
  let end = at + 1
  while (end - at < LONGEST_USER_INFO) {
    const code = text.charCodeAt(end)
    if (isBlankOrEnd(code) || code === 34 || code === 39 || code === 92) break
    end++
  }
  const value = text.slice(at + 1, end)
  if (STOCK.test(value) || isStandIn(value) || !(looksChosen(value, 4) || value.length >= 6)) return at + 1
  spans.push({ start: at + 1, end, kind: 'password' })
  return end
}
