import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { isRecord, type JsonRecord } from '../../../lib/json.ts'
import type { Sample } from '../../source.ts'
import { baseName } from './paths.ts'
import { readSpooled } from './records.ts'

/** Whether a file of unknown origin was written by Hermes. */
export const recognises = ({ path, shape, records, tables }: Sample): boolean => {
  if (shape === 'database') return tables.includes('sessions') && tables.includes('messages') && hasMark(tables)
  const found = records.filter(isRecord)
  if (found.length === 0) return false
  return shape === 'document' ? found.some(isDocument) : found.some(isExport) || isTranscript(path, found)
}

/** Plain names like `messages` occur everywhere; these stand beside them in every version. */
const hasMark = (tables: readonly string[]): boolean =>
  ['schema_version', 'messages_fts', 'state_meta'].some((name) => tables.includes(name))

const isDocument = (record: JsonRecord): boolean => {
  if (Array.isArray(record.messages) && typeof record.session_id === 'string') {
    if (record.session_start !== undefined || record.last_updated !== undefined) return true
  }
  const isSpooled = typeof record.reason === 'string' && (record.session_key ?? record.session_id) !== undefined
  return isSpooled && readSpooled(record) !== undefined
}

const isExport = (record: JsonRecord): boolean =>
  typeof record.id === 'string' &&
  record.started_at !== undefined &&
  'source' in record &&
  Array.isArray(record.messages)

/**
 * Sessions are named by second and a few random digits; programs that talk to the gateway may choose other names, but their
 * transcripts lie beside its index. The place matters: the lines alone are any chat's.
 */
const TRANSCRIPT = /^\d{8}_\d{6}_[0-9a-f]{6,8}\.jsonl$/

const isTranscript = (path: string, records: readonly JsonRecord[]): boolean =>
  records.every((record) => typeof record.role === 'string') &&
  (records.some((record) => record.role === 'session_meta') || TRANSCRIPT.test(baseName(path)) || isInHome(path))

const isInHome = (path: string): boolean => {
  const folder = dirname(path)
  return (
    basename(folder) === 'sessions' && [join(folder, 'sessions.json'), join(folder, '..', 'state.db')].some(existsSync)
  )
}
