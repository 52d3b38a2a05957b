import { isRecord, type JsonRecord, parseJson } from '../lib/json.ts'
import { redact } from '../lib/redact/redact.ts'

/**
 * Text that may leave the store: without secrets, half characters and NUL. Mining has redacted its text already; this
 * call is for what a person wrote into a template, and for templates of others.
 */
export const clean = (text: string): string => wellFormed(redact(text))

/** Text that every provider's JSON parser accepts. */
export const wellFormed = (text: string): string => {
  const whole = text.toWellFormed()
  return whole.includes('\u0000') ? whole.replaceAll('\u0000', '\u2400') : whole
}

/**
 * Arguments that may leave the store. They are cleaned as one JSON text, because the name before a secret gives it
 * away.
 */
export const cleanArguments = (given: JsonRecord): JsonRecord => {
  const text = JSON.stringify(given)
  const cleaned = redact(text)
  if (cleaned === text && !/\\u(?:0000|d[89a-f])/i.test(text)) return given
  const parsed = parseJson(cleaned)
  return cleanLeaves(isRecord(parsed) ? parsed : given, 0) as JsonRecord
}

/** Arguments of real calls are nested less deeply than this. */
const DEEPEST = 32

const cleanLeaves = (value: unknown, depth: number): unknown => {
  if (typeof value === 'string') return clean(value)
  if (typeof value !== 'object' || value === null) return value
  if (depth >= DEEPEST) return '…'
  if (Array.isArray(value)) return value.map((each) => cleanLeaves(each, depth + 1))
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [wellFormed(key), cleanLeaves(each, depth + 1)]))
}
