import { redactEdges } from '../lib/excerpt.ts'
import { isRecord, parseJson } from '../lib/json.ts'
import { claimOf } from '../lib/redact/names.ts'
import { redact } from '../lib/redact/redact.ts'

/** Arguments of a call, as values and as JSON. */
export interface CallArguments {
  args: unknown
  text: string
}

interface HiddenArguments extends CallArguments {
  /** Every value was searched as it is, so no escape of the JSON hides anything. */
  isSearched: boolean
}

/**
 * Takes the secrets out of the values of arguments before these are written as JSON, so that no escape of JSON splits or hides one.
 * Returns what it was given where there is nothing to take out, or where the JSON holds its values as they are: no escape,
 * no field whose name tells.
 */
export const hideArguments = ({ args, text }: CallArguments): HiddenArguments => {
  if (typeof args !== 'object' || args === null) return { args, text, isSearched: false }
  if (!text.includes('\\') && !hasTellingName(args)) return { args, text, isSearched: false }
  const hidden = hideIn(args, 0)
  return { args: hidden, text: hidden === args ? text : JSON.stringify(hidden), isSearched: true }
}

const hasTellingName = (args: object): boolean => {
  for (const name in args) if (claimOf(name) !== 'none') return true
  return false
}

/** Arguments are hardly nested. What lies deeper is searched in the JSON, as it stands there. */
const DEEPEST = 64
/** More of a value never gets into an excerpt; what is longer is searched at both ends. */
const LONGEST_EDGE = 2_048

/** The value itself where nothing was replaced. */
const hideIn = (value: unknown, depth: number): unknown => {
  if (typeof value === 'string') return redactEdges(value, LONGEST_EDGE)
  if (typeof value !== 'object' || value === null || depth === DEEPEST) return value
  let copy: Record<string, unknown> | unknown[] | undefined
  for (const [name, inner] of Object.entries(value)) {
    const hidden = hideNamed(name, hideIn(inner, depth + 1))
    if (hidden === inner) continue
    copy ??= Array.isArray(value) ? [...(value as unknown[])] : { ...(value as Record<string, unknown>) }
    ;(copy as Record<string, unknown>)[name] = hidden
  }
  return copy ?? value
}

/** A value whose name tells is searched together with the name. */
const hideNamed = (name: string, value: unknown): unknown => {
  if (typeof value !== 'string' || value.length > LONGEST_EDGE || claimOf(name) === 'none') return value
  const field = JSON.stringify({ [name]: value })
  const hidden = redact(field)
  if (hidden === field) return value
  const parsed = parseJson(hidden)
  return isRecord(parsed) && typeof parsed[name] === 'string' ? parsed[name] : value
}
