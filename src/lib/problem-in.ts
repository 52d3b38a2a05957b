import * as v from 'valibot'

/**
 * The first problem of a value; undefined if there is none. The sentence begins with the place inside the value, such
 * as `.tags[2] is not a text`; the caller puts a name before it.
 */
export const problemIn = (shape: v.GenericSchema, value: unknown): string | undefined => {
  const [issue] = v.safeParse(shape, value, { abortEarly: true }).issues ?? []
  if (issue === undefined) return undefined
  const path = issue.path ?? []
  // By default valibot accepts a list as an object and then reports its missing fields.
  const last = path.at(-1)
  if (last?.type === 'object' && Array.isArray(last.input)) return `${placeOf(path.slice(0, -1))} is not an object`
  if (path.length > 0 && issue.input === undefined) return `${placeOf(path)} is missing`
  return `${placeOf(path)} is not ${nounOf(issue)}`
}

const placeOf = (path: readonly v.IssuePathItem[]): string =>
  path.map(({ key, type }) => (type === 'array' ? `[${Number(key)}]` : placeOfField(type, String(key)))).join('')

/** The names in a record are the user's, and one may be as long as a book, so they are not quoted. */
const placeOfField = (type: string, name: string): string => (type === 'record' ? ': a value' : `.${name}`)

const NOUNS: Readonly<Record<string, string>> = {
  string: 'a text',
  array: 'a list',
  object: 'an object',
  boolean: 'true or false',
}

/** A shape that needs another noun has it as its message. */
const nounOf = ({ type, expected, message }: v.BaseIssue<unknown>): string => {
  const noun = NOUNS[type]
  if (noun !== undefined && message.startsWith('Invalid ')) return noun
  if (type === 'picklist' || type === 'enum' || type === 'literal')
    return `one of ${(expected ?? '').replaceAll(/["()]/g, '').replaceAll(' | ', ', ')}`
  return message
}
