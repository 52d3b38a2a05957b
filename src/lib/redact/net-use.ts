import { wordAt } from './flags.ts'
import type { Sign } from './words/sign-search.ts'
import type { Span } from './span.ts'
import { judgeValue } from './value-at.ts'

// Options may stand before or after the password.
const SHARE =
  /(?:\.exe)? use[ \t]+(?:\S{1,4}[ \t]+)?\\{0,2}["']?\\{1,8}[^\s"']{3,150}["']?[ \t]+(?:\/[^\s"']{1,100}[ \t]+){0,3}(?=[^\s/*])/iy

/** Finds the password of `net use Z: \\host\share X /user:name`. */
export const NET_USE_SIGNS: readonly Sign[] = ['net use', 'net.exe use'].map((word) => ({
  word,
  examine: (text, start, end, spans) => netUseAt(text, start, end, spans),
}))

const netUseAt = (text: string, start: number, end: number, spans: Span[]): number => {
  SHARE.lastIndex = start + 3
  if (!SHARE.test(text)) return end
  const value = wordAt(text, SHARE.lastIndex)
  if (value === undefined || judgeValue(text, value, 'password', true) === undefined) return end
  spans.push({ start: value.start, end: value.end, kind: 'password' })
  return value.end
}
