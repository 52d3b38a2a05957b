import { isRecord } from '../../../lib/json.ts'
import type { Source } from '../../source.ts'
import { accepts, locations } from './paths.ts'

/** Factory Droid: one JSONL file a session, with messages of blocks. The format is in README.md. */
export const droid: Source = {
  name: 'droid',
  title: 'Factory Droid',
  version: 1,
  shapes: ['lines'],
  callIdsRepeat: false,
  flagIsComplete: true,
  capabilities: {
    outcomes: 'yes',
    exitCodes: 'yes',
    // Of the whole session, in a file beside it.
    usage: 'yes',
    cost: 'no',
    compactions: 'yes',
    subagents: 'yes',
    projects: 'yes',
    systemMessages: 'no',
  },
  locations,
  accepts,
  recognises: ({ shape, records }) => shape === 'lines' && records.some(isHeader),
  owns: isHeader,
  reader: () => import('./parse.ts'),
}

function isHeader(record: unknown): boolean {
  return isRecord(record) && record.type === 'session_start' && typeof record.id === 'string'
}
