import { asString, isRecord, type JsonRecord } from '../../../lib/json.ts'
import { withoutHint } from '../../../schema/hint.ts'
import type { ToolResult } from '../../../schema/session-event.ts'

type Result = Pick<ToolResult, 'text' | 'flag' | 'exitCode' | 'status'>

/** What became of a call. Undefined: it had not ended when OpenCode wrote this, so its outcome is unknown. */
export const readResult = (tool: string, state: JsonRecord): Result | undefined => {
  const metadata = isRecord(state.metadata) ? state.metadata : {}
  if (state.status === 'error') return failureOf(asString(state.error) ?? '', metadata)
  if (state.status !== 'completed') return undefined
  const printed = asString(state.output) ?? ''
  const isFailed = tool === 'invalid' || (typeof metadata.exit === 'number' && metadata.exit !== 0)
  const text = isFailed ? withoutHint(printed) : printed
  if (tool === 'invalid') return { text, flag: 'error' }
  if (tool !== 'bash' && !('exit' in metadata)) return { text, flag: 'ok' }
  return { text, ...endOfShell(text, metadata.exit) }
}

/** A tool that does not exist, or was called with arguments that it does not take, is recorded under another name. */
export const calledTool = (tool: string, state: JsonRecord): string => {
  const meant = tool === 'invalid' && isRecord(state.input) ? asString(state.input.tool) : undefined
  return meant === undefined || meant === '' ? tool : meant
}

const failureOf = (text: string, metadata: JsonRecord): Result => {
  if (metadata.interrupted === true) return { text, flag: 'error', status: 'interrupted' }
  return REFUSED.test(text) ? { text, flag: 'error', status: 'rejected' } : { text, flag: 'error' }
}

const REFUSED = /^The user (?:rejected permission|dismissed this question)/

/** A shell that ends with another code than 0 counts as completed. A stopped shell has no code, and a note after its output. */
const endOfShell = (text: string, exit: unknown): Result => {
  if (typeof exit === 'number' && Number.isSafeInteger(exit)) return { exitCode: exit }
  const note = noteBehind(text)
  if (note === undefined) return exit === null ? {} : { flag: 'ok' }
  return note.includes('aborted') ? { flag: 'error', status: 'interrupted' } : { exitCode: TIMED_OUT }
}

/** As `timeout` ends a command that took too long. */
const TIMED_OUT = 124
const NOTE = /<(?:shell|bash)_metadata>\n([^<]{1,600})<\/(?:shell|bash)_metadata>\s*$/
const NOTE_CHARS = 800

const noteBehind = (text: string): string | undefined => {
  const note = NOTE.exec(text.slice(-NOTE_CHARS))?.[1]
  return note !== undefined && /terminated command after exceeding|aborted the command/.test(note) ? note : undefined
}
