import { BACKSLASH, codeAt, isBlankOrEnd, isQuote } from './characters.ts'
import type { FlagUse } from './flag-programs.ts'
import { FLAG_LETTERS, flagUseOf } from './flag-programs.ts'
import { cookiesAt } from './headers.ts'
import type { Span } from './span.ts'
import { isStandIn } from './values.ts'
import type { ValueAt } from './value-at.ts'
import { endOfLongValue, judgeValue, readValue, skipSpaces } from './value-at.ts'

/**
 * Finds a password that a short flag passes to a program: `mysql -pX`, `docker login -p X`, `smbclient -U user%X`. To
 * most programs these flags mean something harmless, so the program must be known by name. `at` is the offset of the
 * dash. Returns where to continue; 0 if it is no such flag.
 */
export const flagAt = (text: string, at: number, spans: Span[]): number => {
  const use = flagUseOf(text, at)
  if (use === undefined) return 0
  if (use.form === 'cookies') return cookiesAt(text, skipSpaces(text, at + 2), spans) ?? at + 2
  const value = valueOf(text, at + 1 + use.flag.length, use, isQuote(codeAt(text, at - 1)))
  if (value === undefined || !isPassword(text, value, use)) return at + 2
  const end = endOfLongValue(text, value)
  spans.push({ start: value.start, end, kind: 'password' })
  return end
}

/** A quick test that saves the full one: whether a dash begins a flag that some program takes a password by. */
export const mayBeFlag = (units: Uint16Array, at: number): boolean => LETTERS[units[at + 1]!] === 1

/** Finds the password in an option's value `user:password` at an offset. Returns where it ends, or 0. */
export const pairAt = (text: string, from: number, spans: Span[]): number => {
  const value = halfAt(text, from, 'colon')
  if (value === undefined || PORTS.test(text.slice(from, value.end))) return 0
  const user = text.slice(from, value.start - 1).replace(/^["'\\]+/, '')
  const words = text.slice(value.start, value.end)
  if (words === user || /^\d+$/.test(user) || judgeValue(text, value, 'password', true) === undefined) return 0
  spans.push({ start: value.start, end: value.end, kind: 'password' })
  return value.end
}

const LETTERS = new Uint8Array(65_536)
for (const letter of FLAG_LETTERS) LETTERS[letter] = 1

/** Ports such as `8080:80` or `127.0.0.1:5432:5432/tcp`. A container may have the name of a program. */
const PORTS = /^(?:[\w.-]*:)?\d{1,5}:\d{1,5}(?:\/\w+)?$/

const isPassword = (text: string, value: ValueAt, use: FlagUse): boolean => {
  const words = text.slice(value.start, value.end)
  if (PORTS.test(words)) return false
  if (judgeValue(text, value, 'password', true) !== undefined) return true
  // A value that is glued to the flag or to a user can only be the password, even if it is a word.
  return isGlued(use) && /^[^\s"'`\\]{6,}$/.test(words) && !isStandIn(words)
}

const isGlued = ({ form }: FlagUse): boolean => form === 'glued' || form === 'colon' || form === 'pass'

const valueOf = (text: string, flagEnd: number, use: FlagUse, listed: boolean): ValueAt | undefined => {
  const from = use.form === 'glued' ? flagEnd : afterGap(text, flagEnd, listed)
  if (use.form === 'glued' || use.form === 'word' || use.form === 'cookies') return wordAt(text, from)
  return halfAt(text, from, use.form)
}

const halfAt = (text: string, from: number, form: keyof typeof BEFORE): ValueAt | undefined => {
  const before = BEFORE[form]
  before.lastIndex = from
  const quote = before.exec(text)?.[1]
  if (quote === undefined) return undefined
  const start = before.lastIndex
  return { start, end: endOfWord(text, start, quote !== ''), quoted: true }
}

/** The part before the password if user and password are one word. */
const BEFORE = {
  percent: /\\*(["']?)[\w.@\\/$+-]{0,80}%/y,
  comma: /\\*(["']?)[\w.@\\/$+-]{1,80},/y,
  colon: /\\*(["']?)[\w.@\\/$+-]{1,80}:/y,
  third: /\\*(["']?)[\w.-]{1,40}:[\w.-]{1,80}:/y,
  pass: /\\*(["']?)pass:/y,
} as const

/** The offset of a flag's value, after nothing, `=`, blanks, or the `", "` of an argument list. */
const afterGap = (text: string, flagEnd: number, listed: boolean): number => {
  let at = flagEnd
  if (codeAt(text, at) === 61) return at + 1
  if (listed) {
    while (at - flagEnd < 8 && codeAt(text, at) === BACKSLASH) at++
    if (!isQuote(codeAt(text, at)) || codeAt(text, at + 1) !== 44) return flagEnd
    at += 2
  }
  return skipSpaces(text, at)
}

/** The word of a command line that begins at an offset, without its quotes. */
export const wordAt = (text: string, from: number): ValueAt | undefined => {
  const value = readValue(text, from)
  if (value === undefined || value.quoted) return value
  return codeAt(text, value.start) === 45 ? undefined : { ...value, end: endOfWord(text, value.start, false) }
}

const LONGEST_WORD = 256
/** Characters that end a shell word unless they are quoted. */
const ENDS = new Set(Array.from(';&|()<>', (sign) => sign.charCodeAt(0)))

const endOfWord = (text: string, from: number, quoted: boolean): number => {
  let end = from
  while (end - from < LONGEST_WORD) {
    const code = codeAt(text, end)
    if (isBlankOrEnd(code) || isQuote(code) || code === BACKSLASH || (!quoted && ENDS.has(code))) break
    end++
  }
  return end
}
