import { isRecord, type JsonRecord } from '../../../lib/json.ts'
import type { Sample } from '../../source.ts'
import { isMessage, readConversation } from './record.ts'

/** Whether a file holds plain chat-completion messages, and not some agent's own format that merely contains them. */
export const recognises = ({ shape, records, path }: Sample): boolean => {
  if (shape === 'database' || records.length === 0 || NAMED_SESSION.test(path)) return false
  if (shape === 'document') return isChatDocument(records[0])
  return areMostly(records.map((record) => (isMessage(record) ? messageKind(record) : conversationKind(record))))
}

const isChatDocument = (document: unknown): boolean =>
  conversationKind(document) === 'chat' ||
  (Array.isArray(document) && areMostly(document.slice(0, CONVERSATIONS).map(conversationKind)))

/** `foreign`: another format, whatever stands beside it. `empty` says nothing either way, `broken` speaks against. */
type Kind = 'chat' | 'empty' | 'broken' | 'foreign'

/** One conversation that was broken off before its first message, or a damaged one, must not hide the others. */
const areMostly = (kinds: readonly Kind[]): boolean => {
  const count = (kind: Kind): number => kinds.filter((each) => each === kind).length
  return count('foreign') === 0 && count('chat') > 0 && count('chat') >= count('broken')
}

/** How many conversations of a list are looked at; the beginning tells enough. */
const CONVERSATIONS = 500
const MESSAGES = 20

const conversationKind = (value: unknown): Kind => {
  if (isRecord(value) && FOREIGN_KEYS.some((key) => key in value)) return 'foreign'
  const conversation = readConversation(value)
  if (conversation === undefined) return value === null || isUnfinishedRun(value) ? 'empty' : 'broken'
  if (conversation.messages.length === 0) return 'empty'
  const kinds = conversation.messages.slice(0, MESSAGES).map(messageKind)
  if (kinds.includes('foreign')) return 'foreign'
  return areMostly(kinds) ? 'chat' : 'broken'
}

/** A run of a benchmark that ended before anything was said. */
const isUnfinishedRun = (value: unknown): boolean => isRecord(value) && 'task_id' in value && !Array.isArray(value.traj)

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

const messageKind = (value: unknown): Kind => {
  if (!isMessage(value)) return 'broken'
  if (FOREIGN_KEYS.some((key) => key in value)) return 'foreign'
  if (!ROLES.has(value.role)) return 'broken'
  const { content } = value
  if (content === null || typeof content === 'string') return 'chat'
  if (Array.isArray(content)) return content.some(isForeignPart) ? 'foreign' : 'chat'
  return value.tool_calls !== undefined || value.function_call !== undefined ? 'chat' : 'broken'
}

/** Anthropic's messages have the same roles, and calls and results as parts of their content. */
const isForeignPart = (part: unknown): boolean => isRecord(part) && FOREIGN_PARTS.has((part as JsonRecord).type)

const FOREIGN_PARTS: ReadonlySet<unknown> = new Set(['tool_use', 'tool_result', 'thinking', 'toolCall', 'tool-call'])
