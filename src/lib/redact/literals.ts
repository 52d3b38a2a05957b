import { BACKSLASH, codeAt, isBlankOrEnd, isQuote, isSpace } from './characters.ts'
import type { ValueAt } from './value-at.ts'
import { endOfBare } from './value-at.ts'

const EQUALS = 61
const COLON = 58
const QUESTION = 63

/** The offsets of a name and its separator, and the value after it. */
export interface Assignment {
  nameStart: number
  nameEnd: number
  separator: number
  value: ValueAt
}

/** Whether a value is data (in settings, shells, logs, query strings, sentences) and not an expression of a program. */
export const isLiteral = (text: string, { nameStart, nameEnd, separator, value }: Assignment): boolean => {
  if (value.quoted || isParameter(text, nameStart)) return true
  const next = codeAt(text, value.end)
  const ends =
    isBlankOrEnd(next) || isQuote(next) || next === BACKSLASH || next === 38 || isBetweenSettings(text, value)
  if (!ends || MEMBER.test(text.slice(value.start, value.end))) return false
  const isGlued = nameEnd === separator && value.start === separator + 1
  if (isGlued && (codeAt(text, separator) === EQUALS || codeAt(text, nameStart - 1) === 47)) return true
  // `name: value` and `name = value` are settings if nothing else is on the line.
  if (!isSpace(next)) return codeAt(text, separator) === COLON || startsLine(text, nameStart)
  return codeAt(text, separator) === COLON && isInSentence(text, value)
}

/** A member of an object, whose name rarely ends in several digits. */
const MEMBER = /^[\w$]+(?:\.[A-Za-z_$][\w$]*)+(?<!\d\d)$/

/** `Server=x;Password=y;Encrypt=true`, `user=x,password=y,ssl=true` */
const isBetweenSettings = (text: string, value: ValueAt): boolean =>
  SETTING.test(text.slice(value.end, value.end + 34)) || /^;\s?$|^;;/.test(text.slice(value.end, value.end + 3))

const SETTING = /^[;,]\s?[A-Za-z][\w. -]{0,30}=/

/** Whether words, a dash or a comment follow the value. In a program, operators or punctuation follow it. */
const isInSentence = (text: string, value: ValueAt): boolean =>
  /^[ \t]{1,8}(?:[A-Za-z][a-z']{0,14}[ .,\n]|[#/–—-][ \d/]|-->|\(|$)/.test(text.slice(value.end, value.end + 26))

/** Whether a name stands in the query of a URL, which may be inside HTML. */
export const isParameter = (text: string, start: number): boolean => {
  const before = codeAt(text, start - 1)
  return before === QUESTION || before === 38 || (before === 59 && text.startsWith('&amp', start - 5))
}

/** Blanks and the dash of a list may stand before the first name of a line. */
const startsLine = (text: string, start: number): boolean => {
  let at = start
  while (start - at < 40 && startsItem(codeAt(text, at - 1))) at--
  return at === 0 || codeAt(text, at - 1) === 10
}

/** Blanks, the dash of a list, the bracket of `[name] => value`. */
const startsItem = (code: number): boolean => isSpace(code) || code === 45 || code === 91

/** Whether this is `NAME=value`, as in shells and env files. */
export const isVariable = (text: string, name: string, start: number): boolean =>
  /^[A-Z][A-Z0-9_]*$/.test(name) && (isBlankOrEnd(codeAt(text, start - 1)) || isQuote(codeAt(text, start - 1)))

/** Extends the value of a variable to the next blank. */
export const toBlank = (text: string, value: ValueAt): ValueAt => {
  let { end } = value
  while (end - value.start < 512) {
    const code = codeAt(text, end)
    if (isBlankOrEnd(code) || isQuote(code) || code === BACKSLASH) break
    if (code === 59 && isBlankOrEnd(codeAt(text, end + 1))) break
    end++
  }
  return { ...value, end }
}

/**
 * Extends a value over signs that would end it in a program but may belong to it in a setting, unless another setting
 * follows.
 */
export const overSigns = (text: string, value: ValueAt): ValueAt => {
  let { end } = value
  while (end - value.start < 128 && IN_PASSWORD.has(codeAt(text, end))) {
    if (isBlankOrEnd(codeAt(text, end + 1)) || ANOTHER.test(text.slice(end, end + 40))) break
    end = endOfBare(text, end + 1)
  }
  const next = codeAt(text, end)
  return isBlankOrEnd(next) || isQuote(next) ? { ...value, end } : value
}

const IN_PASSWORD = new Set(Array.from(',;&|<>', (sign) => sign.charCodeAt(0)))
const ANOTHER = /^(?:[,;&]\s?[A-Za-z][\w. -]{0,30}[=:]|&amp;|<\/|<br|&&|\|\|)/
