import { asNumber, asString, isRecord, type JsonRecord } from '../../lib/json.ts'
import type { ToolResult } from '../../schema/session-event.ts'
import { readCompaction } from './compaction.ts'
import { readUserContent } from './injected.ts'
import { emitAssistant, emitUser } from './items.ts'
import { isRejection } from './output.ts'
import { emitEvent, reportIssue, type Reading } from './reading.ts'
import { asId } from './record.ts'
import { isTwin } from './twins.ts'
import { readUsage } from './usage.ts'

/** Reads one event_msg: a word for the screen, of which only some are kept on disk. Most kinds say nothing new. */
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
      return emitEnd(reading, notice.call_id, doneOrNot(notice.status, notice.success))
    case 'mcp_tool_call_end':
      return emitEnd(reading, notice.call_id, mcpEnd(notice.result))
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

/** Commands that the person typed with `!` have an end as well, and no call. */
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

/** Files in paginated mode have this instead of the single end events. */
const readCompletedItem = (reading: Reading, item: unknown): void => {
  if (!isRecord(item)) return
  switch (item.type) {
    case 'CommandExecution':
      return emitEnd(reading, item.id, commandEnd(item))
    case 'FileChange':
    case 'McpToolCall':
    case 'DynamicToolCall':
      return emitEnd(reading, item.id, doneOrNot(item.status, undefined))
    case 'ContextCompaction':
      return readCompaction(reading, 'context_compacted')
  }
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
