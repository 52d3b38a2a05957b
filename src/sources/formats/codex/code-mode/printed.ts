import { asNumber, asString, isRecord, parseJson } from '../../../../lib/json.ts'
import { callsIn, type Value } from './value.ts'

/** What the printed output shows of one nested call. */
export interface Seen {
  output?: string
  exitCode?: number
  /** The process that goes on running, by the id that polls use. */
  process?: string
  /** The whole result was printed: a field that is not there was not set. */
  isWhole?: boolean
  isError?: boolean
  thrown?: string
}

export type SeenCalls = Map<number, Seen>

/** Whether a value can have been printed as this text. Notes in `seen` what the text then says about calls. */
export const matchText = (value: Value, text: string, seen: SeenCalls): boolean => {
  switch (value.kind) {
    case 'known':
      return String(value.value) === text
    case 'json': {
      const parsed = parseJson(text)
      return parsed !== undefined && matchJson(value.of, parsed, seen)
    }
    case 'result':
      if (value.path.length > 0) return noteField(value, text, seen)
      noteResult(value.call, parseJson(text) ?? text, seen)
      return true
    case 'thrown':
      noteOf(seen, value.call).thrown ??= text
      return true
    case 'joined':
      return matchJoined(value.parts, text, seen)
    default:
      noteMade(value, text, seen)
      return true
  }
}

const matchJson = (value: Value, parsed: unknown, seen: SeenCalls): boolean => {
  switch (value.kind) {
    case 'known':
      return (value.value ?? null) === parsed
    case 'list':
      return (
        Array.isArray(parsed) &&
        parsed.length === value.items.length &&
        value.items.every((item, index) => matchJson(item, parsed[index], seen))
      )
    case 'record':
      return isRecord(parsed) && matchFields(value.fields, parsed, seen)
    case 'result':
      if (value.path.length === 0) noteResult(value.call, parsed, seen)
      else if (parsed !== undefined) noteField(value, textOf(parsed), seen)
      return true
    case 'json':
    case 'joined':
    case 'thrown':
      return typeof parsed === 'string' && matchText(value, parsed, seen)
    default:
      return true
  }
}

const matchFields = (fields: Map<string, Value>, parsed: Record<string, unknown>, seen: SeenCalls): boolean => {
  const spread = fields.get('…')
  if (spread?.kind === 'result') noteResult(spread.call, parsed, seen)
  else if (Object.keys(parsed).some((name) => !fields.has(name))) return false
  for (const [name, field] of fields) {
    if (name === '…') continue
    // A field that was undefined is not written.
    if (!(name in parsed) && field.kind !== 'known') continue
    if (!matchJson(field, parsed[name] ?? null, seen)) return false
  }
  return true
}

/** Literal parts are looked for in order, and what stands between two of them belongs to the value between them. */
const matchJoined = (parts: readonly Value[], text: string, seen: SeenCalls): boolean => {
  let at = 0
  let waiting: Value[] = []
  const settle = (to: number): boolean => {
    const [only] = waiting
    const between = text.slice(at, to)
    const isMatch = only === undefined ? between === '' : waiting.length > 1 || matchText(only, between, seen)
    waiting = []
    return isMatch
  }
  for (const [index, part] of parts.entries()) {
    const literal = part.kind === 'known' ? String(part.value) : undefined
    if (literal === undefined) {
      waiting.push(part)
      continue
    }
    const found = waiting.length === 0 ? at : findLiteral(text, literal, at, parts.slice(index + 1))
    if (found < at || !text.startsWith(literal, found) || !settle(found)) return false
    at = found + literal.length
  }
  return settle(text.length)
}

/** The last literal stands at its last place, unless a whole output comes after it, which can hold the same words. */
const findLiteral = (text: string, literal: string, from: number, after: readonly Value[]): number => {
  if (after.length === 0) return text.endsWith(literal) ? text.length - literal.length : -1
  const isLast = !after.some((part) => part.kind === 'known')
  return isLast && after.every(isShort) ? text.lastIndexOf(literal) : text.indexOf(literal, from)
}

const isShort = (value: Value): boolean => value.kind === 'result' && SHORT_FIELDS.has(value.path.at(-1) ?? '')

const SHORT_FIELDS = new Set(['exit_code', 'session_id', 'wall_time_seconds', 'chunk_id', 'original_token_count'])

const noteField = (
  { call, path }: { call: number; path: readonly string[] },
  text: string,
  seen: SeenCalls,
): boolean => {
  const name = path.at(-1)
  const isNumber = /^-?\d{1,10}$/.test(text)
  // A number, or the word that the script prints where there is none.
  if (SHORT_FIELDS.has(name ?? '') && !isNumber && text.length > SHORT_CHARS) return false
  const note = noteOf(seen, call)
  if (name === 'exit_code' && isNumber) note.exitCode ??= Number(text)
  else if (name === 'session_id' && isNumber) note.process ??= text
  else if (name === 'isError') note.isError ??= text === 'true'
  else if (OUTPUT_FIELDS.has(name ?? '')) note.output ??= text
  return true
}

const SHORT_CHARS = 40
const OUTPUT_FIELDS = new Set(['output', 'text', 'stdout', 'content', 'structuredContent'])

const noteResult = (call: number, result: unknown, seen: SeenCalls): void => {
  const note = noteOf(seen, call)
  if (!isRecord(result)) {
    note.output ??= textOf(result)
    return
  }
  note.isWhole = true
  const exitCode = asNumber(result.exit_code)
  if (exitCode !== undefined) note.exitCode ??= exitCode
  const process = asNumber(result.session_id) ?? asString(result.session_id)
  if (process !== undefined) note.process ??= String(process)
  if (typeof result.isError === 'boolean') note.isError ??= result.isError
  // The rest of a result from which the output was taken out says nothing about the output.
  const output = asString(result.output) ?? contentOf(result)
  if (output !== undefined) note.output ??= output
}

/** The answer of an MCP server, or of a tool with fields of its own. */
const contentOf = (result: Record<string, unknown>): string | undefined => {
  if (Array.isArray(result.content)) {
    return result.content.map((part) => (isRecord(part) ? (asString(part.text) ?? '') : '')).join('\n')
  }
  return 'exit_code' in result || 'session_id' in result ? undefined : JSON.stringify(result)
}

/** A text that the script made out of one call's result is a part of that result. */
const noteMade = (value: Value, text: string, seen: SeenCalls): void => {
  const [call, second] = callsIn(value)
  if (call === undefined || second !== undefined) return
  noteOf(seen, call).output ??= text
}

const noteOf = (seen: SeenCalls, call: number): Seen => {
  const note = seen.get(call) ?? {}
  seen.set(call, note)
  return note
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))
