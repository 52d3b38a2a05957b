import { isRecord, type JsonRecord } from '../../../lib/json.ts'
import type { FileShape, Sample } from '../../source.ts'

export const accepts = (path: string): FileShape | undefined => {
  const name = path.toLowerCase()
  if (name.endsWith('.json')) return 'document'
  return name.endsWith('.jsonl') ? 'lines' : undefined
}

export const recognises = ({ shape, records }: Sample): boolean => {
  if (shape === 'document') return isEvents(records[0]) || isResult(records[0])
  return shape === 'lines' && records.some(isResult)
}

/** A trajectory: all events of a session. */
export const isEvents = (value: unknown): value is unknown[] => Array.isArray(value) && value.slice(0, 20).some(isEvent)

/** A line of an evaluation: an instance with its history. */
export const isResult = (value: unknown): value is JsonRecord & { history: unknown[] } =>
  isRecord(value) && isEvents(value.history) && 'instance_id' in value

const isEvent = (value: unknown): boolean =>
  isRecord(value) &&
  typeof value.source === 'string' &&
  (((typeof value.action === 'string' || typeof value.observation === 'string') && 'timestamp' in value) ||
    /^(?:Action|Observation|Message|AgentError|SystemPrompt)Event$/.test(String(value.kind)))
