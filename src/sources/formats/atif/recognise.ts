import { isRecord, type JsonRecord } from '../../../lib/json.ts'
import type { FileShape, Sample } from '../../source.ts'

export const accepts = (path: string): FileShape | undefined => {
  const name = path.toLowerCase()
  if (name.endsWith('.json')) return 'document'
  return name.endsWith('.jsonl') || name.endsWith('.ndjson') ? 'lines' : undefined
}

export const recognises = ({ shape, records }: Sample): boolean => shape !== 'database' && records.some(isTrajectory)

export const isTrajectory = (value: unknown): value is JsonRecord & { steps: unknown[] } =>
  isRecord(value) &&
  typeof value.schema_version === 'string' &&
  value.schema_version.startsWith('ATIF-v1.') &&
  Array.isArray(value.steps)
