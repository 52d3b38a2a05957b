import { asArray, asString, isRecord, type JsonRecord } from '../lib/json.ts'
import type { ToolCall, ToolResult } from '../schema/session-event.ts'
import { readPiText } from './pi-content.ts'
import type { PiDialect } from './pi-dialect.ts'

/** A call that a script of the model made, with its end. */
export interface PiNestedCall {
  call: Pick<ToolCall, 'callId' | 'tool' | 'args' | 'isNested' | 'replaces' | 'block'>
  /** Undefined if the script ended before the call. */
  result: Pick<ToolResult, 'callId' | 'text' | 'flag' | 'exitCode' | 'status' | 'fields'> | undefined
}

/**
 * The calls inside a script (tool `codemode`), which pi records with the script's own result. They count instead of the
 * script. If the script itself failed, it counts too.
 */
export const nestedCallsOf = (outer: string, message: JsonRecord, dialect: PiDialect): PiNestedCall[] => {
  const record = isRecord(message.nestedCalls) ? message.nestedCalls : undefined
  const ids = new Set<string>([outer])
  const nested = asArray(record?.calls)
    .slice(0, NESTED_CALLS)
    .flatMap((each, index) => (isRecord(each) ? readNested(outer, each, { index, dialect, ids }) : []))
  const [first] = nested
  if (first !== undefined && !hasOwnFailure(message, nested)) first.call.replaces = [outer]
  return nested
}

/** Whether the script itself failed: none of its calls did, or its error is not the error of a call. */
export const hasOwnFailure = (message: JsonRecord, nested: readonly PiNestedCall[]): boolean => {
  if (message.isError !== true) return false
  const said = readPiText(message.content)
  return !nested.some(({ result }) => result?.flag === 'error' && isToldIn(said, result.text ?? ''))
}

/** A call that throws ends its script with the same words, unless one of the two says nothing. */
const isToldIn = (said: string, error: string): boolean => {
  const first = error.trim().split('\n', 1)[0] ?? ''
  return first === '' || said.trim() === '' || said.includes(first.slice(0, COMPARED_CHARS))
}

/** Longer errors are cut in a script's own message. */
const COMPARED_CHARS = 120

const readNested = (
  outer: string,
  each: JsonRecord,
  { index, dialect, ids }: { index: number; dialect: PiDialect; ids: Set<string> },
): PiNestedCall[] => {
  const tool = asString(each.name)
  if (!tool) return []
  const own = asString(each.id)
  const callId = own && !ids.has(own) ? own : `${outer}/${index + 1}`
  ids.add(callId)
  const call = { callId, tool, args: each.arguments ?? {}, isNested: true, block: index + 1 }
  if (each.status !== 'ok' && each.status !== 'error') return [{ call, result: undefined }]
  const isError = each.status === 'error'
  const text = isError ? (asString(each.error) ?? '') : ''
  const said = dialect.outcomeOf({ tool, text, isError, details: {} })
  return [{ call, result: { callId, text, flag: isError ? 'error' : 'ok', ...said } }]
}

// pi records a bounded number of them.
const NESTED_CALLS = 1_000
