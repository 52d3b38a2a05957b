import { isRecord } from '../../../lib/json.ts'
import type { Sample } from '../../source.ts'

/** Tells a store or a file of one session by what stands in it. */
export const recognises = ({ shape, records, tables }: Sample): boolean => {
  if (shape === 'database') return ['session', 'message', 'part', 'project'].every((table) => tables.includes(table))
  return shape === 'document' && (isExport(records[0]) || isSessionInfo(records[0]))
}

/** `opencode export`: a session and all its messages. */
export const isExport = (value: unknown): value is { info: Record<string, unknown>; messages: unknown[] } =>
  isRecord(value) && isSessionInfo(value.info) && Array.isArray(value.messages)

/** The file of a session in the older trees: what is known of it, without its messages. */
export const isSessionInfo = (value: unknown): value is Record<string, unknown> =>
  isRecord(value) &&
  typeof value.id === 'string' &&
  value.id.startsWith('ses') &&
  isRecord(value.time) &&
  !('role' in value)
