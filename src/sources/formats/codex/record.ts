import { asNumber, asString, isRecord, type JsonRecord } from '../../../lib/json.ts'

/**
 * One line of a rollout, by its kind. `payload` is undefined if the line should have one and has none. Unknown kinds
 * keep their name, so that a new kind is reported once instead of being dropped silently.
 */
export type RolloutLine =
  | { kind: 'meta' | 'turn-context' | 'compacted' | 'usage'; payload: JsonRecord }
  | { kind: 'item' | 'event'; payload: JsonRecord | undefined }
  | { kind: 'nothing' }
  | { kind: 'unknown'; name: string }

/** Reads `{timestamp, type, payload}`, and the bare items that versions before 0.34 wrote without that envelope. */
export const openLine = (record: JsonRecord): RolloutLine => {
  const type = record.type
  switch (type) {
    case 'response_item':
      return { kind: 'item', payload: payloadOf(record) }
    case 'event_msg':
      return { kind: 'event', payload: payloadOf(record) }
    case 'session_meta':
      return { kind: 'meta', payload: payloadOf(record) ?? record }
    case 'turn_context':
      return { kind: 'turn-context', payload: payloadOf(record) ?? record }
    case 'compacted':
      return { kind: 'compacted', payload: payloadOf(record) ?? record }
    case 'token_usage_record':
      return { kind: 'usage', payload: payloadOf(record) ?? {} }
    case 'world_state':
    case 'inter_agent_communication':
    case 'inter_agent_communication_metadata':
      return NOTHING
    default:
      return openBareLine(record, type)
  }
}

/** Whether a record of unknown origin is a rollout line, or the single document of the oldest CLI. */
export const isRolloutRecord = (record: unknown): boolean => {
  if (!isRecord(record)) return false
  if (documentItems(record) !== undefined) return true
  const line = openLine(record)
  if (line.kind === 'meta') return sessionIdOf(line.payload) !== undefined
  // Bare items of the oldest files look like other agents' messages; those files are told by their header.
  if (!isRecord(record.payload)) return false
  if (line.kind === 'item' || line.kind === 'event') return typeof record.payload.type === 'string'
  return line.kind === 'turn-context' || line.kind === 'compacted' || line.kind === 'usage'
}

/** The items of the oldest CLI's document `{session, items}`; undefined for everything else. */
export const documentItems = (record: JsonRecord): unknown[] | undefined =>
  isRecord(record.session) && Array.isArray(record.items) ? record.items : undefined

/** `session_id` names the root of a tree of threads in newer files, so `id` goes first. */
export const sessionIdOf = (meta: JsonRecord): string | undefined => asId(meta.id) ?? asId(meta.session_id)

/** A usable identifier: neither empty nor a whole text. */
export const asId = (value: unknown): string | undefined => {
  const id = asString(value)
  return id !== undefined && id.length > 0 && id.length <= ID_LIMIT ? id : undefined
}

/** Identifiers of tools and processes are now and then numbers. */
export const asIdOrNumber = (value: unknown): string | undefined => asId(value) ?? asNumber(value)?.toString()

// Real ids have 24 to 60 characters; a longer one would travel into every row.
const ID_LIMIT = 200

const NOTHING: RolloutLine = { kind: 'nothing' }

/** Types of items that stand for themselves in files without the envelope. */
const BARE_ITEMS = new Set([
  'message',
  'reasoning',
  'function_call',
  'function_call_output',
  'custom_tool_call',
  'custom_tool_call_output',
  'local_shell_call',
  'local_shell_call_output',
  'web_search_call',
])

const openBareLine = (record: JsonRecord, type: unknown): RolloutLine => {
  if (typeof type === 'string') {
    return BARE_ITEMS.has(type) ? { kind: 'item', payload: record } : { kind: 'unknown', name: type }
  }
  // `{"record_type":"state"}` marks a saved state and says nothing.
  if (record.record_type !== undefined) return NOTHING
  const isHeader = sessionIdOf(record) !== undefined && 'timestamp' in record && 'instructions' in record
  return isHeader ? { kind: 'meta', payload: record } : { kind: 'unknown', name: 'untyped' }
}

const payloadOf = (record: JsonRecord): JsonRecord | undefined =>
  isRecord(record.payload) ? record.payload : undefined
