import { isRecord } from './json.ts'

/** A problem of a value, and its place inside the value. */
export interface ShapeProblem {
  path: readonly (string | number)[]
  message: string
}

/** Returns the problems of a value; an empty list means that it has the shape. Never throws, whatever the value. */
export type Shape = (value: unknown, path?: readonly (string | number)[]) => ShapeProblem[]

/** No more problems than this are listed, because these already keep the reader busy. */
const MOST_PROBLEMS = 20

export const anyText = (options: { least?: number } = {}): Shape =>
  rule(
    (value) => typeof value === 'string' && value.length >= (options.least ?? 0),
    (options.least ?? 0) > 0 ? 'must be a text that is not empty' : 'must be a text',
  )

export const trueOrFalse: Shape = (value, path = []) =>
  typeof value === 'boolean' ? [] : [{ path, message: 'must be true or false' }]

export const wholeNumber = (least: number, most: number): Shape =>
  rule(
    (value) => Number.isInteger(value) && Number(value) >= least && Number(value) <= most,
    `must be a whole number from ${least} to ${most}`,
  )

export const oneOf = (...choices: readonly (string | number)[]): Shape =>
  rule((value) => choices.some((choice) => choice === value), `must be one of ${choices.join(', ')}`)

/** Accepts any JSON value. */
export const anything: Shape = () => []

/** Accepts null, or what the shape accepts. */
export const orNull =
  (shape: Shape): Shape =>
  (value, path = []) =>
    value === null ? [] : shape(value, path)

/** Checks with the first shape that fits the kind of the JSON value (text, list, object, ...). */
export const either =
  (first: [kind: 'text' | 'list' | 'object', shape: Shape], ...rest: ['text' | 'list' | 'object', Shape][]): Shape =>
  (value, path = []) => {
    const found = [first, ...rest].find(([kind]) => kindOf(value) === kind)
    const kinds = [first, ...rest].map(([kind]) => kind).join(' or ')
    return found === undefined ? [{ path, message: `must be ${kinds}` }] : found[1](value, path)
  }

export const listOf =
  (shape: Shape, options: { least?: number } = {}): Shape =>
  (value, path = []) => {
    if (!Array.isArray(value)) return [{ path, message: 'must be a list' }]
    if (value.length < (options.least ?? 0)) return [{ path, message: 'must not be empty' }]
    return limited(value.flatMap((one, index) => shape(one, [...path, index])))
  }

/** An object whose values all have one shape, whatever their names. */
export const mapOf =
  (shape: Shape): Shape =>
  (value, path = []) =>
    isRecord(value)
      ? limited(Object.entries(value).flatMap(([name, one]) => shape(one, [...path, name])))
      : [{ path, message: 'must be an object' }]

/** An object with these fields and no others. */
export const objectOf =
  (fields: Readonly<Record<string, Shape>>, options: { required?: readonly string[] } = {}): Shape =>
  (value, path = []) => {
    if (!isRecord(value)) return [{ path, message: 'must be an object' }]
    const known = Object.keys(fields)
    const problems: ShapeProblem[] = []
    for (const [name, one] of Object.entries(value)) {
      const shape = Object.hasOwn(fields, name) ? fields[name] : undefined
      if (shape === undefined)
        problems.push({ path: [...path, name], message: `is not known; known here: ${known.join(', ')}` })
      else problems.push(...shape(one, [...path, name]))
    }
    for (const name of options.required ?? [])
      if (!Object.hasOwn(value, name)) problems.push({ path: [...path, name], message: 'is missing' })
    return limited(problems)
  }

/** Formats a path: `rules[2].reply.text`. */
export const pathText = (path: readonly (string | number)[]): string =>
  path.reduce<string>(
    (text, part) => (typeof part === 'number' ? `${text}[${part}]` : text === '' ? part : `${text}.${part}`),
    '',
  )

const rule =
  (isRight: (value: unknown) => boolean, message: string): Shape =>
  (value, path = []) =>
    isRight(value) ? [] : [{ path, message }]

const kindOf = (value: unknown): string =>
  typeof value === 'string' ? 'text' : Array.isArray(value) ? 'list' : isRecord(value) ? 'object' : 'other'

const limited = (problems: ShapeProblem[]): ShapeProblem[] => problems.slice(0, MOST_PROBLEMS)
