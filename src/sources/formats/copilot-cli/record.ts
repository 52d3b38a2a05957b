import { asString, isRecord, type JsonRecord } from '../../../lib/json.ts'

/** One line: what happened, and what belongs to it. */
export interface CopilotEvent {
  type: string
  data: JsonRecord
  timestamp: unknown
  /** Id of a sub-agent. */
  agentId: unknown
}

export const readEvent = (record: unknown): CopilotEvent | undefined => {
  if (!isRecord(record) || typeof record.type !== 'string' || !isRecord(record.data)) return undefined
  return { type: record.type, data: record.data, timestamp: record.timestamp, agentId: record.agentId }
}

/** The line that a file begins with. */
export const isStart = (record: unknown): boolean => {
  const event = readEvent(record)
  return event?.type === 'session.start' && ('copilotVersion' in event.data || event.data.producer === 'copilot-agent')
}

/** The sub-agent that an event belongs to: its own id, or the id of the call that started it. */
export const agentOf = ({ agentId, data }: CopilotEvent): string | undefined =>
  asString(agentId) || asString(data.parentToolCallId) || undefined
