import { AppError } from '../../lib/error.ts'
import { isRecord } from '../../lib/json.ts'

/** JSON Schema of a tool whose parameters are texts, or numbers that may be written as texts. */
export interface TextParameters {
  type: 'object'
  properties: Record<string, { type: 'string' | 'integer'; description: string; enum?: readonly string[] }>
  required: readonly string[]
  additionalProperties: false
}

/**
 * Reads texts by the names of their parameters. Null and empty texts count as missing; the error for a wrong value
 * says what is right.
 */
export const readTexts = (given: unknown, { properties, required }: TextParameters): Record<string, string> => {
  const names = Object.keys(properties)
  if (!isRecord(given)) throw wrong(`the arguments must be an object with ${names.join(', ')}`)
  const read: Record<string, string> = {}
  for (const [key, value] of Object.entries(given)) {
    const known = Object.hasOwn(properties, key) ? properties[key] : undefined
    if (known === undefined) throw wrong(`there is no parameter ${shown(key)}; the parameters are ${names.join(', ')}`)
    if (value === null || value === undefined) continue
    if (known.type === 'integer') {
      const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
      if (!Number.isInteger(number)) throw wrong(`${key} must be a whole number, not ${shown(value)}`)
      read[key] = `${Number(number)}`
      continue
    }
    if (typeof value !== 'string') throw wrong(`${key} must be a text, not ${shown(value)}`)
    if (value.trim() === '') continue
    if (known.enum !== undefined && !known.enum.includes(value))
      throw wrong(`${key} must be one of ${known.enum.join(', ')}, not ${shown(value)}`)
    // The beginning of a long text is enough to tell the task.
    read[key] = value.slice(0, LONGEST_CHARS).toWellFormed()
  }
  const missing = required.find((key) => read[key] === undefined)
  if (missing !== undefined) throw wrong(`${missing} is missing: ${properties[missing]?.description ?? ''}`)
  return read
}

const LONGEST_CHARS = 20_000
const LONGEST_SHOWN_CHARS = 60

const wrong = (sentence: string): AppError => new AppError('usage', sentence)

const shown = (given: unknown): string => {
  const text = JSON.stringify(given)
  return text.length > LONGEST_SHOWN_CHARS ? `${text.slice(0, LONGEST_SHOWN_CHARS).toWellFormed()}…` : text
}
