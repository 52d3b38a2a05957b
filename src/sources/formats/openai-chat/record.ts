import { isRecord, type JsonRecord } from '../../../lib/json.ts'

/** A record that holds a whole conversation. */
export interface Conversation {
  /** The id it gives itself. */
  id?: string
  /** Part of what makes its calls its own: two runs of one task are never copies of each other. */
  run?: string
  /** The task that it is a trial of. */
  task?: string
  model?: string
  title?: string
  time?: unknown
  messages: readonly unknown[]
}

/** Undefined: not a conversation. A bare list of messages is one without a name. */
export const readConversation = (value: unknown): Conversation | undefined => {
  if (Array.isArray(value)) return value.some(isMessage) ? { messages: value } : undefined
  if (!isRecord(value)) return undefined
  const messages = [value.messages, value.traj].find(Array.isArray)
  if (messages === undefined) return undefined
  const conversation: Conversation = { messages, time: value.created_at ?? value.created ?? value.timestamp }
  const run = runOf(value)
  const id = [value.session_id, value.conversation_id, value.id].map(idText).find((text) => text !== undefined) ?? run
  if (id !== undefined) conversation.id = id
  if (run !== undefined) conversation.run = run
  const task = run === undefined ? undefined : idText(value.task_id)
  if (task !== undefined) conversation.task = task
  if (typeof value.model === 'string' && value.model !== '') conversation.model = value.model
  if (typeof value.title === 'string' && value.title !== '') conversation.title = value.title
  return conversation
}

export const isMessage = (value: unknown): value is JsonRecord => isRecord(value) && typeof value.role === 'string'

/** tau-bench numbers tasks and trials; only both together name a run. */
const runOf = (record: JsonRecord): string | undefined => {
  const task = idText(record.task_id)
  if (task === undefined || record.traj === undefined) return undefined
  return `task${task}-trial${idText(record.trial) ?? '0'}`
}

const ID_CHARS = 200

const idText = (value: unknown): string | undefined => {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  return typeof value === 'string' && value !== '' ? value.slice(0, ID_CHARS) : undefined
}
