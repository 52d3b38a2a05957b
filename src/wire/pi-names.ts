import { asString, isRecord } from '../lib/json.ts'

/** The session a file belongs to by its name: `<time>_<id>.jsonl`, `<id>.jsonl`, `<id>.jsonl.reset.<time>`. */
export const sessionOfPath = (path: string): string => {
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)
  const end = name.indexOf('.jsonl')
  const stem = end > 0 ? name.slice(0, end) : name
  return /^\d{4}-\d\d-\d\dT[\d-]{5,20}Z_(.+)$/.exec(stem)?.[1] ?? stem
}

/** Whether a record can be a line of this format: its header, or a message where the header is lost. */
export const looksLikePiEntry = (record: unknown): boolean => {
  if (!isRecord(record) || 'payload' in record) return false
  if (record.type === 'session') return asString(record.id) !== undefined
  if (record.type !== 'message' || !isRecord(record.message)) return false
  return asString(record.message.role) !== undefined
}
