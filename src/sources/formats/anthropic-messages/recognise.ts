import { isRecord } from '../../../lib/json.ts'
import type { FileShape, Sample } from '../../source.ts'

/** Any JSON file can hold such messages; there is no place of their own where they would be kept. */
export const accepts = (path: string): FileShape | undefined => {
  const name = path.toLowerCase()
  if (name.endsWith('.json')) return 'document'
  return name.endsWith('.jsonl') || name.endsWith('.ndjson') ? 'lines' : undefined
}

/** Recognised by calls and results that are parts of messages: without any, messages look the same in many formats. */
export const recognises = ({ shape, records }: Sample): boolean => {
  if (shape === 'database') return false
  const values = shape === 'document' && Array.isArray(records[0]) ? records[0].slice(0, LOOKED_AT) : records
  const messages = values.flatMap((value) => messagesOf(value) ?? (isMessage(value) ? [value] : []))
  return messages.slice(0, LOOKED_AT).some(hasBlocks) && messages.every((message) => isMessage(message))
}

const LOOKED_AT = 500

/** The messages of a conversation; undefined: it is none, or another format that merely has messages. */
export const messagesOf = (value: unknown): unknown[] | undefined => {
  if (Array.isArray(value)) return value.some(isMessage) ? value : undefined
  if (!isRecord(value) || !Array.isArray(value.messages) || FOREIGN.some((key) => key in value)) return undefined
  return value.messages
}

export const isMessage = (value: unknown): value is Record<string, unknown> =>
  isRecord(value) &&
  (value.role === 'user' || value.role === 'assistant' || value.role === 'system') &&
  (typeof value.content === 'string' || Array.isArray(value.content)) &&
  !('tool_calls' in value)

const hasBlocks = (value: unknown): boolean =>
  isRecord(value) &&
  Array.isArray(value.content) &&
  value.content.some((part) => isRecord(part) && BLOCKS.has(part.type))

const BLOCKS: ReadonlySet<unknown> = new Set(['tool_use', 'tool_result'])

/** Keys by which agents keep their own books beside messages. */
const FOREIGN = [
  'info',
  'session_start',
  'session_key',
  'sessionId',
  'steps',
  'trajectory',
  'schema_version',
  'eval',
  'traj',
]
