import { isRecord } from '../../lib/json.ts'
import { type Problem, problem, type Turn, type View } from '../view.ts'

/** The list of a document, bare or in an object under `field`; what is neither is one problem and no turns. */
export const listOf = (
  value: unknown,
  field: string,
): { items: readonly unknown[]; at: string; problems: Problem[] } => {
  const list: unknown = isRecord(value) ? value[field] : value
  if (Array.isArray(list)) return { items: list, at: field, problems: [] }
  const message = `there is no list of messages: a JSON list, or an object with a list called ${field}`
  return { items: [], at: field, problems: [problem('roles', field, message)] }
}

/** Reads a list one by one; what is no object is a problem. */
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

/** JSON of anything; what is nested deeper than a stack is its type's name. */
export const jsonText = (value: unknown): string => {
  try {
    return JSON.stringify(value) ?? ''
  } catch {
    return typeName(value)
  }
}

/** A word of the checked history, quoted and cut for a message of ours. */
export const shown = (word: string): string => JSON.stringify(word.length > 60 ? `${word.slice(0, 59)}…` : word)

/** Signatures are long base64; anything else was not made by a model. */
export const looksSigned = (signature: unknown): boolean =>
  typeof signature === 'string' && signature.length >= SHORTEST_SIGNATURE && /^[A-Za-z0-9+/_=-]+$/.test(signature)

const SHORTEST_SIGNATURE = 64
