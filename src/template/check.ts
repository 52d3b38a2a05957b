import { isRecord } from '../lib/json.ts'

/**
 * Says what is wrong with a value, or nothing. The sentence begins with the place inside the value, such as `.tags[2] is not a
 * text`; the caller puts a name before it. Places are put together only where something is wrong: a listing checks
 * thousands of templates that are whole.
 */
export type Check = (value: unknown) => string | undefined

const when =
  (isRight: (value: unknown) => boolean, what: string): Check =>
  (value) => {
    if (isRight(value)) return undefined
    return value === undefined ? ' is missing' : ` is not ${what}`
  }

export const text = when((value) => typeof value === 'string', 'a text')
export const number = when((value) => Number.isFinite(value), 'a number')
/** A text that says something. */
export const words = when((value) => typeof value === 'string' && value.trim() !== '', 'a text with words in it')
/** Whole, and never below nothing. */
export const count = when((value) => Number.isSafeInteger(value) && Number(value) >= 0, 'a count')
export const positive = when((value) => Number.isSafeInteger(value) && Number(value) > 0, 'a count above 0')
export const share = when((value) => typeof value === 'number' && value >= 0 && value <= 1, 'a share')
/** As `isoTime` writes it. */
export const time = when((value) => typeof value === 'string' && isTime(value), 'a time')
/** Milliseconds that a date can stand for, from 1970 on. */
export const moment = when(
  (value) => Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= LATEST_MS,
  'a time',
)
/** Arguments of a call: names, and values of any sort. */
export const record = when(isRecord, 'an object')

/** The last moment that a date of JavaScript can stand for. */
const LATEST_MS = 8.64e15

const isTime = (value: string): boolean => {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value)) return false
  const ms = Date.parse(value)
  return !Number.isNaN(ms) && new Date(ms).toISOString() === value
}

export const oneOf = (...words: readonly string[]): Check =>
  when((value) => typeof value === 'string' && words.includes(value), `one of ${words.join(', ')}`)

export const nullable =
  (check: Check): Check =>
  (value) =>
    value === null ? undefined : check(value)

/** May be missing. */
export const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined ? undefined : check(value)

export const listOf =
  (check: Check): Check =>
  (value) => {
    if (!Array.isArray(value)) return ' is not a list'
    for (let index = 0; index < value.length; index++) {
      const problem = check(value[index])
      if (problem !== undefined) return `[${index}]${problem}`
    }
    return undefined
  }

/** An object with these fields; others are not looked at. */
export const fields = (checks: Record<string, Check>): Check => {
  const entries = Object.entries(checks)
  return (value) => {
    if (!isRecord(value)) return ' is not an object'
    for (const [name, check] of entries) {
      const problem = check(Object.hasOwn(value, name) ? value[name] : undefined)
      if (problem !== undefined) return `.${name}${problem}`
    }
    return undefined
  }
}

/** The first of several checks that finds something wrong. */
export const all =
  (...checks: readonly Check[]): Check =>
  (value) => {
    for (const check of checks) {
      const problem = check(value)
      if (problem !== undefined) return problem
    }
    return undefined
  }

/** An object whose values are all of one sort, under any names. */
export const valuesOf =
  (check: Check): Check =>
  (value) => {
    if (!isRecord(value)) return ' is not an object'
    for (const name of Object.keys(value)) {
      const problem = check(value[name])
      if (problem !== undefined) return `: a value${problem}`
    }
    return undefined
  }
