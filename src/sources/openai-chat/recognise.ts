import { isRecord, type JsonRecord } from '../../lib/json.ts'
import type { Sample } from '../source.ts'
import { isMessage, readConversation } from './record.ts'

/** Whether a file holds plain chat-completion messages, and not some agent's own format that merely contains them. */
export const recognises = ({ shape, records, path }: Sample): boolean => {
  if (shape === 'database' || records.length === 0 || NAMED_SESSION.test(path)) return false
  if (shape === 'document') return isChatDocument(records[0])
  return records.every((record) => isChatMessage(record) || isChatConversation(record))
}

const isChatDocument = (document: unknown): boolean => {
  if (isChatConversation(document)) return true
  return Array.isArray(document) && document.length > 0 && document.slice(0, LOOKED_AT).every(isChatConversation)
}

/** Messages of the beginning say enough. */
const LOOKED_AT = 20

const isChatConversation = (value: unknown): boolean => {
  if (isRecord(value) && FOREIGN_KEYS.some((key) => key in value)) return false
  const conversation = readConversation(value)
  if (conversation === undefined || conversation.messages.length === 0) return false
  return conversation.messages.slice(0, LOOKED_AT).every(isChatMessage)
}

/** Keys by which agents that write similar records keep their own books. */
const FOREIGN_KEYS = [
  'session_start',
  'last_updated',
  'started_at',
  'session_key',
  'sessionId',
  'uuid',
  'parentId',
  'reason',
  'projectHash',
  'trajectory',
  'schema_version',
]

/** A transcript that an agent named after the second its session began. */
const NAMED_SESSION = /(?:^|[/\\])(?:session_)?\d{8}_\d{6}_[0-9a-f]{6,8}\.jsonl?$/

const ROLES: ReadonlySet<unknown> = new Set(['system', 'developer', 'user', 'assistant', 'tool', 'function'])

const isChatMessage = (value: unknown): boolean => {
  if (!isMessage(value) || !ROLES.has(value.role)) return false
  if (FOREIGN_KEYS.some((key) => key in value)) return false
  const { content } = value
  if (content === undefined) return value.tool_calls !== undefined || value.function_call !== undefined
  if (content === null || typeof content === 'string') return true
  return Array.isArray(content) && !content.some(isForeignPart)
}

/** Anthropic's messages have the same roles, and calls and results as parts of their content. */
const isForeignPart = (part: unknown): boolean => isRecord(part) && FOREIGN_PARTS.has((part as JsonRecord).type)

const FOREIGN_PARTS: ReadonlySet<unknown> = new Set(['tool_use', 'tool_result', 'thinking', 'toolCall', 'tool-call'])
