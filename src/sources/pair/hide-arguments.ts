import { edgesHoldSecret, redactEdges } from '../../lib/excerpt.ts'
import { isRecord, parseJson } from '../../lib/json.ts'
import { findPlainSecrets, findSecrets } from '../../lib/redact/find.ts'
import { claimOf } from '../../lib/redact/names.ts'
import { redact } from '../../lib/redact/redact.ts'

/** Arguments of a call, as values and as JSON. */
export interface CallArguments {
  args: unknown
  text: string
}

interface HiddenArguments extends CallArguments {
  /**
   * How the JSON is searched before it is cut. Where every value was searched as it is, no escape of the JSON hides anything; and
   * where the values have nothing to do with each other either, nothing is left to find.
   */
  find: typeof findSecrets
}

/**
 * Takes the secrets out of the values of arguments before these are written as JSON, so that no escape of JSON splits or hides one.
 * Returns what it was given where there is nothing to take out in the first and last `limit` characters, of which the excerpt is made,
 * or where the JSON holds its values as they are: no escape, no field whose name tells.
 */
export const hideArguments = ({ args, text }: CallArguments, limit: number): HiddenArguments => {
  if (typeof args !== 'object' || args === null) return { args, text, find: findSecrets }
  if (!text.includes('\\') && !hasTellingName(args)) return { args, text, find: findSecrets }
  if (!showsSecret(args, 0, { before: 0, after: charsOf(args, 0), limit }))
    return { args, text, find: standsAlone(args) ? findNothing : findPlainSecrets }
  const hidden = hideIn(args, 0)
  return { args: hidden, text: hidden === args ? text : JSON.stringify(hidden), find: findPlainSecrets }
}

const findNothing: typeof findSecrets = () => []

/** Arguments of agents' own tools whose values say nothing about each other. In other tools one value can name another: `{"key": "pin", "value": "..."}`. */
const ALONE = new Set(
  (
    'command cmd description timeout run_in_background workdir justification max_output_tokens yield_time_ms login shell ' +
    'file_path filePath path notebook_path old_string oldString new_string newString replace_all replaceAll content file_text ' +
    'pattern glob output_mode head_limit multiline type limit offset prompt subagent_type model'
  ).split(' '),
)

const standsAlone = (args: object): boolean => {
  if (Array.isArray(args)) return false
  for (const [name, value] of Object.entries(args))
    if (!ALONE.has(name) || (typeof value === 'object' && value !== null)) return false
  return true
}

const hasTellingName = (args: object): boolean => {
  for (const name in args) if (claimOf(name) !== 'none') return true
  return false
}

/** Arguments are hardly nested. What lies deeper is searched in the JSON, as it stands there. */
const DEEPEST = 64
/** More of a value never gets into an excerpt; what is longer is searched at both ends. */
const LONGEST_EDGE = 2_048

/** A walk through the values, in the order of the JSON. Escapes only make the JSON longer, so it holds at least these characters. */
interface Walk {
  /** Characters of names and texts that stand before the next value. */
  before: number
  /** Characters of names and texts that are still to come. */
  after: number
  /** How much of the JSON gets into an excerpt at each end. */
  limit: number
}

/** Whether a part of a value that gets into an excerpt holds a secret. Most arguments end here: hardly any holds one. */
const showsSecret = (value: unknown, depth: number, walk: Walk): boolean => {
  if (typeof value === 'string') {
    walk.after -= value.length
    const shown = { start: walk.before < walk.limit, end: walk.after < walk.limit }
    walk.before += value.length
    return (shown.start || shown.end) && edgesHoldSecret(value, walk.limit, shown)
  }
  if (typeof value !== 'object' || value === null || depth === DEEPEST) return false
  const isList = Array.isArray(value)
  for (const [name, inner] of Object.entries(value)) {
    if (!isList) {
      walk.before += name.length
      walk.after -= name.length
    }
    if (showsSecret(inner, depth + 1, walk) || hideNamed(name, inner) !== inner) return true
  }
  return false
}

/** How long the names and texts in a value are together. */
const charsOf = (value: unknown, depth: number): number => {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null || depth === DEEPEST) return 0
  const isList = Array.isArray(value)
  let chars = 0
  for (const [name, inner] of Object.entries(value)) chars += (isList ? 0 : name.length) + charsOf(inner, depth + 1)
  return chars
}

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
