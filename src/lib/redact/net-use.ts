import { isQuote, isSpace } from './characters.ts'
import { wordAt } from './flags.ts'
import type { Span } from './span.ts'
import { judgeValue } from './value-at.ts'

/** Finds the password of `net use Z: \\host\share X /user:name`. Its sign is the share: backslashes are rare. */
export const netUsesIn = (text: string, spans: Span[]): void => {
  for (let at = text.indexOf('\\\\'); at >= 0; at = text.indexOf('\\\\', at + 4)) netUseAt(text, at, spans)
}

const NET_USE = /\bnet(?:\.exe)? use (?:\S{1,4} )?\\?["']?$/i
// Options stand before the password or after it.
const AFTER_SHARE = /[^\s"']{3,150}["']?[ \t]+(?:\/[^\s"']{1,100}[ \t]+){0,3}(?=[^\s/*])/y

const netUseAt = (text: string, at: number, spans: Span[]): void => {
  const before = text.charCodeAt(at - 1)
  if ((!isSpace(before) && !isQuote(before)) || !NET_USE.test(text.slice(Math.max(0, at - 24), at))) return
  AFTER_SHARE.lastIndex = at
  if (!AFTER_SHARE.test(text)) return
  const value = wordAt(text, AFTER_SHARE.lastIndex)
  if (value === undefined || judgeValue(text, value, 'password', true) === undefined) return
  spans.push({ start: value.start, end: value.end, kind: 'password' })
}
