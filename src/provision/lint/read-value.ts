import { isRecord } from '../../lib/json.ts'
import { type Problem, problem, type Turn, type View } from '../view.ts'

/** The list of a document, either bare or under `field` of an object. Anything else gives one problem and no turns. */
export const listOf = (
  value: unknown,
  field: string,
): { items: readonly unknown[]; at: string; problems: Problem[] } => {
  const list: unknown = isRecord(value) ? value[field] : value
  if (Array.isArray(list)) return { items: list, at: field, problems: [] }
  const message = `there is no list of messages: a JSON list, or an object with a list called ${field}`
  return { items: [], at: field, problems: [problem('roles', field, message)] }
}

/** Reads the items of a list. An item that is no object is a problem. */
export const readItems = (
  { items, at, problems }: ReturnType<typeof listOf>,
  read: (item: Record<string, unknown>, at: string, problems: Problem[]) => Turn | undefined,
): View => {
  const turns: Turn[] = []
  items.forEach((item, index) => {
    const place = `${at}[${index}]`
    if (!isRecord(item)) {
      problems.push(problem('roles', place, `${typeName(item)} is no message`))
      return
    }
    const turn = read(item, place, problems)
    if (turn !== undefined) turns.push(turn)
  })
  return { turns, problems }
}

export const typeName = (value: unknown): string => {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object') return 'an object'
  return `a ${typeof value}`
}

/** JSON of any value. A value that is nested too deeply for the stack becomes the name of its type. */
export const jsonText = (value: unknown): string => {
  try {
    return JSON.stringify(value) ?? ''
  } catch {
    return typeName(value)
  }
}

/** Quotes and cuts a word of the checked history for one of our messages. */
export const shown = (word: string): string => JSON.stringify(word.length > 60 ? `${word.slice(0, 59)}…` : word)

/** Whether a signature can come from a model: those are long base64 texts. */
export const looksSigned = (signature: unknown): boolean =>
  typeof signature === 'string' && signature.length >= SHORTEST_SIGNATURE && /^[A-Za-z0-9+/_=-]+$/.test(signature)

const SHORTEST_SIGNATURE = 64
