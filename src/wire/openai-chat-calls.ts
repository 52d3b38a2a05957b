import { asString, isRecord, type JsonRecord, parseJson } from '../lib/json.ts'

export interface ChatCall {
  callId?: string
  /** The provider's second name for the same call (`call_id` beside `id`). */
  alias?: string
  tool: string
  args: unknown
}

/** Reads the tool calls of an assistant message, in order, and reports unreadable ones to `complain`. */
export const readChatCalls = (message: JsonRecord, complain: (code: string, message: string) => void): ChatCall[] => {
  const calls: ChatCall[] = []
  for (const entry of listOf(message.tool_calls, complain)) {
    const call = readCall(entry)
    if (call !== undefined) calls.push(call)
    else complain('bad-tool-call', 'a tool call without a name')
  }
  // The form before parallel calls: at most one, without an id. Newer libraries write it as null beside `tool_calls`.
  if (calls.length === 0 && isRecord(message.function_call)) {
    const call = readCall({ function: message.function_call })
    if (call !== undefined) calls.push(call)
    else complain('bad-tool-call', 'a function call without a name')
  }
  return calls
}

const NONE: readonly unknown[] = []

const listOf = (value: unknown, complain: (code: string, message: string) => void): readonly unknown[] => {
  if (value === null || value === undefined || value === '') return NONE
  const parsed = typeof value === 'string' ? parseJson(value) : value
  if (Array.isArray(parsed)) return parsed
  if (isRecord(parsed)) return [parsed]
  if (parsed !== null) complain('bad-tool-calls', 'tool calls that are not a list')
  return NONE
}

const readCall = (entry: unknown): ChatCall | undefined => {
  if (!isRecord(entry)) return undefined
  const body = isRecord(entry.function) ? entry.function : isRecord(entry.custom) ? entry.custom : entry
  const tool = asString(body.name)
  if (tool === undefined || tool === '') return undefined
  const call: ChatCall = { tool, args: readArguments(body.arguments ?? body.input ?? body.args) }
  const id = readId(entry.id)
  const second = readId(entry.call_id)
  const callId = id ?? second
  if (callId !== undefined) call.callId = callId
  if (second !== undefined && second !== callId) call.alias = second
  return call
}

/** An id is a text or a number; an empty one is none. */
export const readId = (value: unknown): string | undefined => {
  if (typeof value === 'string') return value === '' ? undefined : value
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : undefined
}

/** Parsed where the text is a JSON object or list, also when some layer encoded it twice; else the text as it is. */
const readArguments = (value: unknown): unknown => {
  if (value === null || value === undefined) return {}
  if (typeof value !== 'string') return value
  if (value === '') return {}
  const parsed = parseJson(value)
  if (typeof parsed === 'object' && parsed !== null) return parsed
  if (typeof parsed === 'string' && parsed.startsWith('{')) {
    const inner = parseJson(parsed)
    if (isRecord(inner)) return inner
  }
  return value
}
