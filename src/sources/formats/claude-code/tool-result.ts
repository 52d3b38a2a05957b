import type { JsonRecord } from '../../../lib/json.ts'
import { isRecord } from '../../../lib/json.ts'
import type { ToolResult } from '../../../schema/session-event.ts'
import { contentText } from './content.ts'

/** What a `tool_result` block and the tool's own record beside it say about a call. */
export type ResultFacts = Pick<ToolResult, 'text' | 'flag' | 'exitCode' | 'status' | 'fields'>

/** The line's words beside the block. Undefined where the line holds several results and they cannot be told apart. */
export interface ResultContext {
  toolUseResult: unknown
  toolDenialKind: unknown
}

/** Undefined when the block is only a stand-in for a result that another copy of the session holds. */
export const readToolResult = (block: JsonRecord, context: ResultContext): ResultFacts | undefined => {
  const text = contentText(block.content)
  if (text.startsWith('[Tool call result not in this copy')) return undefined
  const flag = flagOf(block.is_error, text, context.toolUseResult)
  const facts: ResultFacts = { text }
  if (flag !== undefined) facts.flag = flag
  const status = statusOf(text, flag, context)
  if (status !== undefined) facts.status = status
  const exitCode = flag === 'error' ? exitCodeOf(text) : undefined
  if (exitCode !== undefined) facts.exitCode = exitCode
  const fields = fieldsOf(context)
  if (fields !== undefined) facts.fields = fields
  return facts
}

// Most tools leave the flag out when all went well, so absent means ok; a value that is no boolean means nothing.
const flagOf = (isError: unknown, text: string, toolUseResult: unknown): 'ok' | 'error' | undefined => {
  if (isError === true) return 'error'
  if (isError === false) return 'ok'
  if (isError !== undefined && isError !== null) return undefined
  const failed =
    text.startsWith(ERROR_TAG) || (typeof toolUseResult === 'string' && toolUseResult.startsWith('Error: '))
  return failed ? 'error' : 'ok'
}

const ERROR_TAG = '<tool_use_error>'

const DENIALS: ReadonlyMap<unknown, ToolResult['status']> = new Map([
  ['user-rejected', 'rejected'],
  ['interrupted', 'interrupted'],
  ['cancelled', 'not-run'],
])

/** How the texts begin that stand in for the result of a call that did not run to its end. */
const OPENINGS: readonly [string, ToolResult['status']][] = [
  ["The user doesn't want to proceed with this tool use", 'rejected'],
  ['The agent proposed a plan that was rejected by the user', 'rejected'],
  ["The user doesn't want to take this action right now", 'interrupted'],
  ['[Request interrupted by user', 'interrupted'],
  ['[Tool call interrupted', 'interrupted'],
  ['[Tool call did not complete', 'interrupted'],
  ['[Tool call skipped', 'not-run'],
  ['Sibling tool call errored', 'not-run'],
  ['Cancelled: parallel tool call', 'not-run'],
  ['Streaming fallback', 'not-run'],
]

const statusOf = (text: string, flag: 'ok' | 'error' | undefined, context: ResultContext): ToolResult['status'] => {
  const denied = DENIALS.get(context.toolDenialKind)
  if (denied !== undefined) return denied
  const own = context.toolUseResult
  if (isRecord(own)) {
    if (own.interrupted === true) return 'interrupted'
    if (typeof own.backgroundTaskId === 'string' || own.isAsync === true) return 'running'
  } else if (flag === 'ok' && text.startsWith('Command running in background with ID: ')) return 'running'
  if (flag !== 'error') return undefined
  if (own === 'User rejected tool use') return 'rejected'
  const from = text.startsWith(ERROR_TAG) ? ERROR_TAG.length : 0
  return OPENINGS.find(([opening]) => text.startsWith(opening, from))?.[1]
}

const exitCodeOf = (text: string): number | undefined => {
  const digits = text.startsWith('Exit code ') ? /^\d{1,5}/.exec(text.slice(10, 16))?.[0] : undefined
  return digits === undefined ? undefined : Number(digits)
}

/** Outcome fields some tools write. `returnCodeInterpretation`: a non-zero exit that the shell tool took for an answer. */
const FIELDS = ['success', 'status', 'code', 'returnCodeInterpretation']
const FIELD_CHARS = 200

const fieldsOf = ({ toolUseResult, toolDenialKind }: ResultContext): ToolResult['fields'] => {
  let fields: ToolResult['fields']
  if (isRecord(toolUseResult)) {
    for (const name of FIELDS) {
      const value = toolUseResult[name]
      if (typeof value === 'string') (fields ??= {})[name] = value.slice(0, FIELD_CHARS)
      else if (typeof value === 'boolean' || Number.isFinite(value)) (fields ??= {})[name] = value as boolean | number
    }
  }
  if (typeof toolDenialKind === 'string') (fields ??= {}).toolDenialKind = toolDenialKind.slice(0, FIELD_CHARS)
  return fields
}
