import { isRecord, parseJson } from '../lib/json.ts'

/** The schema of a tool's arguments: the part of JSON Schema that models understand and that we check. */
export interface ArgumentsSchema {
  readonly type: 'object'
  readonly properties: Readonly<Record<string, PropertySchema>>
  readonly required?: readonly string[]
}

interface PropertySchema {
  readonly type: 'string' | 'integer' | 'number' | 'boolean' | 'array'
  readonly description: string
  readonly enum?: readonly string[]
  /** For arrays. */
  readonly items?: { readonly type: 'string' }
  readonly default?: string | number | boolean | undefined
  /** A number outside the bounds is moved to the nearest bound, because the model's intent is clear. */
  readonly minimum?: number
  readonly maximum?: number
  /** For texts. */
  readonly maxLength?: number
}

/**
 * The arguments of a schema that is written `as const`. An argument that is neither required nor has a default may be
 * undefined.
 */
export type Arguments<S extends ArgumentsSchema> = {
  [K in keyof S['properties']]: K extends NonNullable<S['required']>[number]
    ? ValueOf<S['properties'][K]>
    : S['properties'][K] extends { readonly default: unknown }
      ? ValueOf<S['properties'][K]>
      : ValueOf<S['properties'][K]> | undefined
}

type ValueOf<P extends PropertySchema> = P['type'] extends 'string'
  ? P extends { readonly enum: readonly (infer E)[] }
    ? E
    : string
  : P['type'] extends 'integer' | 'number'
    ? number
    : P['type'] extends 'boolean'
      ? boolean
      : readonly string[]

export type ReadArguments<S extends ArgumentsSchema> =
  | { isOk: true; values: Arguments<S> }
  | { isOk: false; problem: string }

/**
 * Converts what a model sent into what a tool takes. Small models write "5" for 5, "true" for true, and null for an
 * omitted argument; all of these are accepted. Otherwise one text lists everything that is wrong and what is expected.
 * Never throws.
 */
export const readArguments = <S extends ArgumentsSchema>(schema: S, args: unknown): ReadArguments<S> => {
  if (!isRecord(args)) return { isOk: false, problem: `expected an object with ${expectation(schema)}` }
  const values: Record<string, unknown> = {}
  const problems: string[] = []
  for (const [name, property] of Object.entries(schema.properties)) {
    const given = Object.hasOwn(args, name) ? args[name] : undefined
    if (given === undefined || given === null) {
      if (schema.required?.includes(name) === true) problems.push(`${name} is missing`)
      else values[name] = property.default
      continue
    }
    const read = readValue(property, given)
    if (read.isOk) values[name] = read.value
    else problems.push(`${name} must be ${read.expected}, not ${shown(given)}`)
  }
  if (problems.length === 0) return { isOk: true, values: values as Arguments<S> }
  const strange = Object.keys(args).filter((name) => !Object.hasOwn(schema.properties, name))
  const unknown =
    strange.length === 0 ? '' : ` There is no ${strange.slice(0, MAX_SHOWN_NAMES).map(clipped).join(', ')}.`
  return { isOk: false, problem: `${problems.join('; ')}.${unknown} Expected: ${expectation(schema)}` }
}

type ReadValue = { isOk: true; value: unknown } | { isOk: false; expected: string }

const readValue = (property: PropertySchema, given: unknown): ReadValue => {
  const { type } = property
  if (type === 'string') return readText(property, given)
  if (type === 'array') return readList(given)
  if (type === 'boolean') return readBoolean(given)
  const number = typeof given === 'string' && NUMBER.test(given.trim()) ? Number(given) : given
  if (typeof number !== 'number' || !Number.isFinite(number)) return { isOk: false, expected: nounOf(property) }
  if (type === 'integer' && !Number.isInteger(number)) return { isOk: false, expected: nounOf(property) }
  const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = property
  return { isOk: true, value: Math.min(maximum, Math.max(minimum, number)) }
}

const NUMBER = /^[+-]?\d{1,15}(?:\.\d{1,15})?$/

const readText = (property: PropertySchema, given: unknown): ReadValue => {
  const text = typeof given === 'number' || typeof given === 'boolean' ? String(given) : given
  if (typeof text !== 'string') return { isOk: false, expected: nounOf(property) }
  const { maxLength = Number.POSITIVE_INFINITY } = property
  if (text.length > maxLength) return { isOk: false, expected: `a text of at most ${maxLength} characters` }
  if (property.enum === undefined) return { isOk: true, value: text }
  const known = property.enum.find((one) => one === text.trim().toLowerCase())
  return known === undefined ? { isOk: false, expected: nounOf(property) } : { isOk: true, value: known }
}

const readBoolean = (given: unknown): ReadValue => {
  if (typeof given === 'boolean') return { isOk: true, value: given }
  const word = typeof given === 'string' || typeof given === 'number' ? String(given).trim().toLowerCase() : ''
  if (word === 'true' || word === '1' || word === 'yes') return { isOk: true, value: true }
  if (word === 'false' || word === '0' || word === 'no') return { isOk: true, value: false }
  return { isOk: false, expected: 'true or false' }
}

/** A text counts as a list of one, or as the list that it holds as JSON. */
const readList = (given: unknown): ReadValue => {
  const written = typeof given === 'string' && given.startsWith('[') ? parseJson(given) : undefined
  const list: unknown[] = areTexts(written) ? written : Array.isArray(given) ? given : [given]
  return areTexts(list) ? { isOk: true, value: list } : { isOk: false, expected: 'a list of texts' }
}

const areTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string')

const NOUNS = {
  string: 'a text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list of texts',
}

const nounOf = ({ type, enum: words }: PropertySchema): string =>
  words === undefined ? NOUNS[type] : `one of ${words.join(', ')}`

const expectation = (schema: ArgumentsSchema): string =>
  Object.entries(schema.properties)
    .map(([name, property]) => {
      const isNeeded = schema.required?.includes(name) === true
      return `${name} (${nounOf(property)}${isNeeded ? ', required' : ''})`
    })
    .join(', ')

const MAX_SHOWN_CHARS = 60
const MAX_SHOWN_NAMES = 5

const clipped = (text: string): string => (text.length > MAX_SHOWN_CHARS ? `${text.slice(0, MAX_SHOWN_CHARS)}…` : text)

const shown = (value: unknown): string => {
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object') return 'an object'
  return clipped(JSON.stringify(value) ?? typeof value)
}
