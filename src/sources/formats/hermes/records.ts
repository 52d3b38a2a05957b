import { asArray, isRecord, type JsonRecord } from '../../../lib/json.ts'
import { bareSession, cellText, cellWord, type MessageRow, type SessionRow } from './rows.ts'

/** A message of a snapshot, a transcript or an export, in the form of a row. `line` stands for its row id. */
export const messageOfRecord = (record: JsonRecord, line: number): MessageRow => ({
  id: line,
  role: record.role,
  content: record.content,
  toolCallId: record.tool_call_id,
  toolCalls: record.tool_calls,
  toolName: record.tool_name ?? record.name,
  time: record.timestamp,
  active: record.active,
  compacted: record.compacted,
  displayKind: record.display_kind,
  observed: record.observed === true ? 1 : record.observed,
  summary: record._compressed_summary === true ? 1 : record._compressed_summary,
})

/** A line of `hermes sessions export`: the session's row with its messages. Undefined: something else. */
export const sessionOfExport = (record: JsonRecord): SessionRow | undefined => {
  const id = cellText(record.id)
  if (id === undefined || id === '' || !Array.isArray(record.messages)) return undefined
  return {
    ...bareSession(id),
    source: record.source,
    userId: record.user_id,
    model: record.model,
    modelConfig: record.model_config,
    parentId: record.parent_session_id,
    startedAt: record.started_at,
    endedAt: record.ended_at,
    endReason: record.end_reason,
    title: record.title,
    cwd: record.cwd,
    gitRoot: record.git_repo_root,
    sessionKey: record.session_key,
    inputTokens: record.input_tokens,
    outputTokens: record.output_tokens,
    cacheReadTokens: record.cache_read_tokens,
    cacheWriteTokens: record.cache_write_tokens,
    estimatedCost: record.estimated_cost_usd,
    actualCost: record.actual_cost_usd,
    chatId: record.chat_id,
    chatType: record.chat_type,
    origin: isRecord(record.origin_json) ? JSON.stringify(record.origin_json) : record.origin_json,
  }
}

/** What a file of `pending_messages/` holds. */
export interface Spooled {
  session: string | undefined
  /** Key of the chat, if the file names one. */
  key: string | undefined
  time: unknown
  messages: JsonRecord[]
}

/**
 * A file of `pending_messages/`, in any of its three shapes: a message with its session, a whole history that could not
 * be flushed, or the data of a chat. Undefined: something else.
 */
export const readSpooled = (record: JsonRecord): Spooled | undefined => {
  if (typeof record.reason !== 'string') return undefined
  const data = isRecord(record.data) ? record.data : {}
  const messages = [record.messages, data.messages, record.data].find(Array.isArray) ?? [
    data.message ?? record.message ?? (typeof record.data === 'string' ? { role: 'user', content: record.data } : data),
  ]
  const found = asArray(messages).filter((message) => isRecord(message) && message.role !== undefined)
  const session = [record.session_id, data.session_id, record.session_key, data.session_key]
    .map(cellText)
    .find((id) => id !== undefined && id !== '')
  const key = cellWord(record.session_key) ?? cellWord(data.session_key)
  return found.length === 0 ? undefined : { session, key, time: record.ts, messages: found as JsonRecord[] }
}
