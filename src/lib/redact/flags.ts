import { BACKSLASH, isBlankOrEnd, isQuote, isSpace } from './characters.ts'
import type { FlagUse } from './flag-programs.ts'
import { FLAG_LETTERS, flagUseOf } from './flag-programs.ts'
import type { Span } from './span.ts'
import { isStandIn } from './values.ts'
import type { ValueAt } from './value-at.ts'
import { endOfLongValue, judgeValue, readValue, skipSpaces } from './value-at.ts'

/**
 * Finds passwords handed to a program by a short flag: `mysql -pX`, `docker login -p X`, `smbclient -U user%X`. The same
 * flags mean something harmless to most programs, so the one that is called must be known by name.
 */
export const flagsIn = (text: string, units: Uint16Array, spans: Span[]): void => {
  for (let at = text.indexOf('-'); at >= 0; ) {
    const isFlag = LETTERS[units[at + 1]!] === 1 && (units[at - 1] === 32 || isQuote(units[at - 1]!))
    at = text.indexOf('-', isFlag ? flagAt(text, at, spans) : at + 1)
  }
  // The sign is the end of the options of `net use`, rarer than its words.
  for (let at = text.indexOf('/user:'); at >= 0; at = text.indexOf('/user:', at + 6)) netUseAt(text, at, spans)
}

const LETTERS = new Uint8Array(65_536)
for (const letter of FLAG_LETTERS) LETTERS[letter] = 1

const flagAt = (text: string, at: number, spans: Span[]): number => {
  const use = flagUseOf(text, at)
  if (use === undefined) return at + 2
  const value = valueOf(text, at + 1 + use.flag.length, use, isQuote(text.charCodeAt(at - 1)))
  if (value === undefined || !isPassword(text, value, use)) return at + 2
  const end = endOfLongValue(text, value)
  spans.push({ start: value.start, end, kind: 'password' })
  return end
}

/** `8080:80`, `127.0.0.1:5432:5432/tcp`: a container may bear the name of a program. */
const PORTS = /^(?:[\w.-]*:)?\d{1,5}:\d{1,5}(?:\/\w+)?$/

const isPassword = (text: string, value: ValueAt, use: FlagUse): boolean => {
  const words = text.slice(value.start, value.end)
  if (PORTS.test(words)) return false
  if (judgeValue(text, value, 'password', true) !== undefined) return true
  // Glued to the flag it can be nothing but the password, even if it is a word.
  return use.form === 'glued' && /^[\w!@#$%^*+=.,:~?-]{6,}$/.test(words) && !isStandIn(words)
}

const valueOf = (text: string, flagEnd: number, use: FlagUse, listed: boolean): ValueAt | undefined => {
  const from = use.form === 'glued' ? flagEnd : afterGap(text, flagEnd, listed)
  if (use.form === 'glued' || use.form === 'word') return wordAt(text, from)
  const before = BEFORE[use.form]
  before.lastIndex = from
  const quote = before.exec(text)?.[1]
  if (quote === undefined) return undefined
  const start = before.lastIndex
  return { start, end: endOfWord(text, start, quote !== ''), quoted: true }
}

/** What stands before the password where user and password are one word. */
const BEFORE = {
  percent: /\\*(["']?)[\w.@\\/$+-]{0,80}%/y,
  comma: /\\*(["']?)[\w.@\\/$+-]{1,80},/y,
  pass: /\\*(["']?)pass:/y,
} as const

/** From the end of a flag to its value: nothing, `=`, blanks, or in a list of arguments `", "`. */
const afterGap = (text: string, flagEnd: number, listed: boolean): number => {
  let at = flagEnd
  if (text.charCodeAt(at) === 61) return at + 1
  if (listed) {
    while (at - flagEnd < 8 && text.charCodeAt(at) === BACKSLASH) at++
    if (!isQuote(text.charCodeAt(at)) || text.charCodeAt(at + 1) !== 44) return flagEnd
    at += 2
  }
  return skipSpaces(text, at)
}

const wordAt = (text: string, from: number): ValueAt | undefined => {
  const value = readValue(text, from)
  if (value === undefined || value.quoted) return value
  return text.charCodeAt(value.start) === 45 ? undefined : { ...value, end: endOfWord(text, value.start, false) }
}

const LONGEST_WORD = 256
/** Signs that end a word of the shell unless they are quoted. */
const ENDS = new Set(Array.from(';&|()<>', (sign) => sign.charCodeAt(0)))

const endOfWord = (text: string, from: number, quoted: boolean): number => {
  let end = from
  while (end - from < LONGEST_WORD) {
    const code = text.charCodeAt(end)
    if (isBlankOrEnd(code) || isQuote(code) || code === BACKSLASH || (!quoted && ENDS.has(code))) break
    end++
  }
  return end
}

const LONGEST_NET_USE = 200

/** `net use Z: \\host\share X /user:name`, or the password after the name. */
const netUseAt = (text: string, at: number, spans: Span[]): void => {
  let start = at
  while (at - start < LONGEST_NET_USE && start > 0 && text.charCodeAt(start - 1) !== 10) start--
  const share = /\bnet(?:\.exe)? use (?:\S{1,4} )?["']?\\[^\s"']{3,150}["']?[ \t]+$/i.exec(text.slice(start, at))
  let from = at
  if (share === null) {
    const both = /\bnet(?:\.exe)? use (?:\S{1,4} )?["']?\\[^\s"']{3,150}["']?[ \t]+(\S{4,128})[ \t]+$/i
    const match = both.exec(text.slice(start, at))
    if (match === null) return
    from = start + match.index + match[0].lastIndexOf(match[1]!)
  } else {
    while (from - at < 120 && !isBlankOrEnd(text.charCodeAt(from))) from++
    if (!isSpace(text.charCodeAt(from))) return
    from = skipSpaces(text, from)
  }
  const value = wordAt(text, from)
  if (value === undefined || judgeValue(text, value, 'password', true) === undefined) return
  spans.push({ start: value.start, end: value.end, kind: 'password' })
}
