import { isRecord, type JsonRecord, parseJson } from '../lib/json.ts'
import { redact } from '../lib/redact/redact.ts'

/**
 * Text as it may leave the store: without secrets, half characters and NUL. Mining has redacted it already; this is for
 * what a person wrote into a template, and for templates of others.
 */
export const clean = (text: string): string => wellFormed(redact(text))

/** Text that every provider's JSON reader takes. */
export const wellFormed = (text: string): string => {
  const whole = text.toWellFormed()
  return whole.includes('\u0000') ? whole.replaceAll('\u0000', '\u2400') : whole
}

/** Arguments as they may leave the store. As one JSON text, because a secret is known by the name before it. */
export const cleanArguments = (given: JsonRecord): JsonRecord => {
  const text = JSON.stringify(given)
  const cleaned = redact(text)
  if (cleaned === text && !/\\u(?:0000|d[89a-f])/i.test(text)) return given
  const parsed = parseJson(cleaned)
  return cleanLeaves(isRecord(parsed) ? parsed : given, 0) as JsonRecord
}

/** Arguments of real calls are less deep than this. */
const DEEPEST = 32

const cleanLeaves = (value: unknown, depth: number): unknown => {
  if (typeof value === 'string') return clean(value)
  if (typeof value !== 'object' || value === null) return value
  if (depth >= DEEPEST) return '…'
  if (Array.isArray(value)) return value.map((each) => cleanLeaves(each, depth + 1))
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [wellFormed(key), cleanLeaves(each, depth + 1)]))
}
