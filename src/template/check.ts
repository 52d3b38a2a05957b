import { isRecord } from '../lib/json.ts'

/** Says what is wrong with a value, or nothing; `at` names the place for the sentence. */
export type Check = (value: unknown, at: string) => string | undefined

const when =
  (isRight: (value: unknown) => boolean, what: string): Check =>
  (value, at) =>
    isRight(value) ? undefined : `${at} is not ${what}`

export const text = when((value) => typeof value === 'string', 'a text')
export const number = when((value) => Number.isFinite(value), 'a number')
/** Whole, and never below nothing. */
export const count = when((value) => Number.isSafeInteger(value) && Number(value) >= 0, 'a count')
export const positive = when((value) => Number.isSafeInteger(value) && Number(value) > 0, 'a count above 0')
export const share = when((value) => typeof value === 'number' && value >= 0 && value <= 1, 'a share')
/** As `isoTime` writes it. */
export const time = when((value) => typeof value === 'string' && isTime(value), 'a time')
/** Arguments of a call: names, and values of any sort. */
export const record = when(isRecord, 'an object')

const isTime = (value: string): boolean => {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value)) return false
  const ms = Date.parse(value)
  return !Number.isNaN(ms) && new Date(ms).toISOString() === value
}

export const oneOf = (...words: readonly string[]): Check =>
  when((value) => typeof value === 'string' && words.includes(value), `one of ${words.join(', ')}`)

export const nullable =
  (check: Check): Check =>
  (value, at) =>
    value === null ? undefined : check(value, at)

/** May be missing. */
export const optional =
  (check: Check): Check =>
  (value, at) =>
    value === undefined ? undefined : check(value, at)

export const listOf =
  (check: Check): Check =>
  (value, at) => {
    if (!Array.isArray(value)) return `${at} is not a list`
    for (const [index, each] of value.entries()) {
      const problem = check(each, `${at}[${index}]`)
      if (problem !== undefined) return problem
    }
    return undefined
  }

/** An object with these fields; others are not looked at. */
export const fields =
  (checks: Record<string, Check>): Check =>
  (value, at) => {
    if (!isRecord(value)) return `${at} is not an object`
    for (const [name, check] of Object.entries(checks)) {
      const problem = check(Object.hasOwn(value, name) ? value[name] : undefined, `${at}.${name}`)
      if (problem !== undefined) return problem
    }
    return undefined
  }

/** An object whose values are all of one sort, under any names. */
export const valuesOf =
  (check: Check): Check =>
  (value, at) => {
    if (!isRecord(value)) return `${at} is not an object`
    for (const name of Object.keys(value)) {
      const problem = check(value[name], `a value of ${at}`)
      if (problem !== undefined) return problem
    }
    return undefined
  }
