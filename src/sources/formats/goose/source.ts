import { isRecord } from '../../../lib/json.ts'
import type { Sample, Source } from '../../source.ts'
import { accepts, locations, rank } from './paths.ts'

/** Goose: one database for all sessions, older ones a file of lines each. The format is in README.md. */
export const goose: Source = {
  name: 'goose',
  title: 'Goose',
  version: 1,
  shapes: ['database', 'lines'],
  callIdsRepeat: false,
  flagIsComplete: true,
  capabilities: {
    outcomes: 'yes',
    exitCodes: 'yes',
    usage: 'yes',
    cost: 'partly',
    compactions: 'partly',
    subagents: 'yes',
    projects: 'yes',
    systemMessages: 'no',
  },
  locations,
  accepts,
  recognises: (sample: Sample): boolean =>
    sample.shape === 'database' ? hasOurTables(sample) : sample.shape === 'lines' && isHeader(sample.records[0]),
  owns: isHeader,
  rank,
  reader: async () => {
    const [{ createParser }, { readDatabase }] = await Promise.all([import('./parse.ts'), import('./read-database.ts')])
    return { createParser, readDatabase }
  },
}

/** Names that stand beside `sessions` and `messages` in newer versions, or the name of the file in older ones. */
const hasOurTables = ({ path, tables }: Sample): boolean =>
  ['schema_version', 'sessions', 'messages'].every((name) => tables.includes(name)) &&
  (tables.includes('usage_ledger') || (/[\\/]sessions\.db$/.test(path) && !tables.includes('state_meta')))

/** The first line of an older session. */
function isHeader(record: unknown): boolean {
  return (
    isRecord(record) &&
    typeof record.working_dir === 'string' &&
    typeof record.description === 'string' &&
    !('role' in record)
  )
}
