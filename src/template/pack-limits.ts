import { isRecord } from '../lib/json.ts'

/** A template is some 20 to 50 KB. */
export const LARGEST_PACK_BYTES = 16 * 1024 * 1024
/** Arguments of calls are the deepest values of a template, and real calls are not half as deep. */
const DEEPEST = 64
/** Sixteen megabytes of empty lists would be gigabytes of memory. */
const MOST_VALUES = 1_000_000
/** As long as an addendum may be, which is the longest text of a template; what is replaced in it may make it longer. */
const LONGEST_TEXT_CHARS = 24_000
const LONGEST_KEY_CHARS = 200

/** What is wrong with a text before it is parsed as JSON: nested too deeply, or too many values. One look at each character. */
export const nestingProblem = (text: string): string | undefined => {
  let depth = 0
  let values = 0
  let isInside = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (isInside) {
      if (code === BACKSLASH) at++
      else if (code === QUOTE) isInside = false
    } else if (code === QUOTE) isInside = true
    else if (code === OPEN_LIST || code === OPEN_RECORD) {
      values++
      if (++depth > DEEPEST) return `it is nested more than ${DEEPEST} deep`
    } else if (code === CLOSE_LIST || code === CLOSE_RECORD) depth--
    else if (code === COMMA && ++values > MOST_VALUES) return `it holds more than ${MOST_VALUES} values`
    if (values > MOST_VALUES) return `it holds more than ${MOST_VALUES} values`
  }
  return undefined
}

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c]
const [OPEN_LIST, CLOSE_LIST, OPEN_RECORD, CLOSE_RECORD] = [0x5b, 0x5d, 0x7b, 0x7d]

/** Names by which objects of JavaScript are changed behind one's back. */
const PROTOTYPE = new Set(['__proto__', 'constructor', 'prototype'])

/** What is wrong with any text or name inside a parsed value that is not nested deeply. */
export const textProblem = (value: unknown): string | undefined => {
  if (typeof value === 'string') {
    if (value.length > LONGEST_TEXT_CHARS) return `a text in it has more than ${LONGEST_TEXT_CHARS} characters`
    return value.isWellFormed() ? undefined : 'a text in it holds half a character'
  }
  if (Array.isArray(value)) return firstProblem(value)
  if (!isRecord(value)) return undefined
  for (const name of Object.keys(value)) {
    if (PROTOTYPE.has(name)) return `a field in it is called ${name}`
    if (name.length > LONGEST_KEY_CHARS) return `a name in it has more than ${LONGEST_KEY_CHARS} characters`
    if (!name.isWellFormed()) return 'a name in it holds half a character'
  }
  return firstProblem(Object.values(value))
}

const firstProblem = (values: readonly unknown[]): string | undefined => {
  for (const value of values) {
    const problem = textProblem(value)
    if (problem !== undefined) return problem
  }
  return undefined
}
