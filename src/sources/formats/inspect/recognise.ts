import { isRecord, type JsonRecord } from '../../../lib/json.ts'
import type { FileShape, Sample } from '../../source.ts'

/** An archive is opened by the reader itself, as databases are. */
export const accepts = (path: string): FileShape | undefined => {
  const name = path.toLowerCase()
  if (name.endsWith('.eval')) return 'database'
  return name.endsWith('.json') ? 'document' : undefined
}

export const recognises = ({ shape, records, tables }: Sample): boolean =>
  shape === 'database'
    ? tables.includes('header.json') || tables.includes('_journal/start.json')
    : shape === 'document' && isLog(records[0])

export const isLog = (value: unknown): value is JsonRecord & { eval: JsonRecord } =>
  isRecord(value) && isRecord(value.eval) && 'task' in value.eval && ('status' in value || 'samples' in value)
