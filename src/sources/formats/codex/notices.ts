import { asNumber, asString, isRecord, type JsonRecord } from '../../../lib/json.ts'
import type { ToolResult } from '../../../schema/session-event.ts'
import { readCompaction } from './compaction.ts'
import { emitItemCall, isNestedId, readItemCall, takeWaiting } from './code-mode/item-calls.ts'
import { readContent, readUserContent } from './injected.ts'
import { emitAssistant, emitUser } from './items.ts'
import { isRejection } from './output.ts'
import { emitEvent, reportIssue, type Reading } from './reading.ts'
import { asId } from './record.ts'
import { isTwin } from './twins.ts'
import { readUsage } from './usage.ts'

/** Reads one event_msg. Codex writes these for the screen and keeps only some on disk. Most kinds say nothing new. */
export const readNotice = (reading: Reading, notice: JsonRecord): void => {
  switch (notice.type) {
    case 'token_count':
      return readUsage(reading, notice)
    case 'user_message':
      return readUserNotice(reading, notice)
    case 'agent_message':
      return readAgentNotice(reading, notice)
    case 'exec_command_end':
      return emitEnd(reading, notice.call_id, commandEnd(notice))
    case 'patch_apply_end':
      return readPatchEnd(reading, notice)
    case 'mcp_tool_call_end':
      return readMcpEnd(reading, notice)
    case 'dynamic_tool_call_response':
      return emitEnd(reading, notice.call_id, doneOrNot(undefined, notice.success))
    case 'item_completed':
      return readCompletedItem(reading, notice.item)
    case 'web_search_end':
      reading.state.searchId = asId(notice.call_id)
      return
    case 'context_compacted':
      return readCompaction(reading, 'context_compacted')
    case 'thread_name_updated':
      return readThreadName(reading, notice)
    default:
      if (typeof notice.type !== 'string') reportIssue(reading, 'bad-record', 'an event without a type')
  }
}

/** How a call ended, as far as an event says. */
type End = Pick<ToolResult, 'exitCode' | 'flag' | 'status'>

const emitEnd = (reading: Reading, id: unknown, end: End | undefined): void => {
  const callId = asId(id)
  if (end === undefined) return
  if (callId === undefined) return reportIssue(reading, 'bad-record', 'the end of a call without its id')
  emitEvent(reading, { type: 'tool-result', callId, ...end })
}

/** Commands that a person typed with `!` have an end record and no call. */
const commandEnd = (notice: JsonRecord): End | undefined => {
  if (notice.source === 'user_shell' || notice.source === 'userShell') return undefined
  if (notice.status === 'declined') return { status: 'rejected' }
  const exitCode = asNumber(notice.exit_code) ?? asNumber(notice.exitCode)
  return exitCode === undefined ? undefined : { exitCode }
}

const doneOrNot = (status: unknown, success: unknown): End | undefined => {
  if (status === 'declined') return { status: 'rejected' }
  if (success === true || (success === undefined && status === 'completed')) return { flag: 'ok' }
  return success === false || status === 'failed' ? { flag: 'error' } : undefined
}

/** `{"Ok": {content, isError?}}` or `{"Err": "why"}`. */
const mcpEnd = (result: unknown): End | undefined => {
  if (!isRecord(result)) return undefined
  if ('Err' in result) return isRejection(asString(result.Err) ?? '') ? { status: 'rejected' } : { flag: 'error' }
  if (!isRecord(result.Ok)) return undefined
  return { flag: result.Ok.isError === true || result.Ok.is_error === true ? 'error' : 'ok' }
}

/** Patches and MCP tools inside a script end with events that name none of the calls we know. */
const readPatchEnd = (reading: Reading, notice: JsonRecord): void => {
  const end = doneOrNot(notice.status, notice.success)
  const text = asString(notice.stdout) || asString(notice.stderr) || ''
  if (!tellNested(reading, notice.call_id, { tool: 'apply_patch', end, text })) emitEnd(reading, notice.call_id, end)
}

const readMcpEnd = (reading: Reading, notice: JsonRecord): void => {
  const end = mcpEnd(notice.result)
  const { server, tool } = isRecord(notice.invocation) ? notice.invocation : ({} as JsonRecord)
  const name = `mcp__${asString(server) ?? ''}__${asString(tool) ?? ''}`
  if (!tellNested(reading, notice.call_id, { tool: name, end, text: mcpText(notice.result) })) {
    emitEnd(reading, notice.call_id, end)
  }
}

const tellNested = (
  reading: Reading,
  id: unknown,
  { tool, end, text }: { tool: string; end: End | undefined; text: string },
): boolean => {
  if (typeof id !== 'string' || !isNestedId(id) || end === undefined) return false
  const callId = takeWaiting(reading, tool)
  if (callId !== undefined) emitEvent(reading, { type: 'tool-result', callId, text, ...end })
  return callId !== undefined
}

const mcpText = (result: unknown): string => {
  if (!isRecord(result)) return ''
  if (typeof result.Err === 'string') return result.Err
  return isRecord(result.Ok) ? readContent(result.Ok.content) : ''
}

/** Files in paginated mode have this instead of the single end events, for calls of the model and of its scripts alike. */
const readCompletedItem = (reading: Reading, item: unknown): void => {
  if (!isRecord(item)) return
  if (item.type === 'ContextCompaction') return readCompaction(reading, 'context_compacted')
  // A command that a person typed with `!` is no call.
  if (item.source === 'user_shell' || item.source === 'userShell') return
  const call = readItemCall(item)
  if (call === undefined) return
  if (isNestedId(call.id)) {
    reading.state.paginated = true
    return emitItemCall(reading, call)
  }
  const { text: _text, ...end } = call.result
  if (Object.keys(end).length > 0) emitEnd(reading, call.id, end)
}

const readUserNotice = (reading: Reading, notice: JsonRecord): void => {
  const message = asString(notice.message)
  if (message === undefined) return reportIssue(reading, 'bad-record', 'a user message without text')
  const { text, synthetic } = readUserContent(message)
  // Early versions announced their injected context as a message of another kind.
  const injected = typeof notice.kind === 'string' && notice.kind !== 'plain'
  if (text === '' || isTwin(reading.state.twins, 'event', { role: 'user', text })) return
  emitUser(reading, text, synthetic || injected)
}

const readAgentNotice = (reading: Reading, notice: JsonRecord): void => {
  const text = asString(notice.message)
  if (text === undefined) return reportIssue(reading, 'bad-record', 'an agent message without text')
  if (text !== '' && !isTwin(reading.state.twins, 'event', { role: 'assistant', text })) emitAssistant(reading, text)
}

/** A forked file repeats the naming of its parent, which is not its own. */
const readThreadName = (reading: Reading, notice: JsonRecord): void => {
  const title = asString(notice.thread_name)
  const thread = asId(notice.thread_id)
  if (!title || (thread !== undefined && thread !== reading.state.session)) return
  emitEvent(reading, { type: 'session-start', title })
}
