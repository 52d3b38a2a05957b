import { isRecord } from '../../../lib/json.ts'
import type { Sample, Source } from '../../source.ts'
import { accepts, agentOfFile, locations } from './paths.ts'

/** Cursor: transcripts of its agent, which leave most results out. The format is in README.md. */
export const cursor: Source = {
  name: 'cursor',
  title: 'Cursor',
  version: 1,
  shapes: ['lines'],
  callIdsRepeat: false,
  flagIsComplete: true,
  capabilities: {
    // Results are seldom recorded: most calls stay unknown.
    outcomes: 'partly',
    exitCodes: 'no',
    usage: 'no',
    cost: 'no',
    compactions: 'no',
    subagents: 'yes',
    projects: 'partly',
    systemMessages: 'no',
  },
  locations,
  accepts,
  recognises: ({ path, shape, records }: Sample): boolean =>
    shape === 'lines' && (/[\\/]agent-transcripts[\\/]/.test(path) ? records.some(isMessage) : records.some(isTurnEnd)),
  owns: isTurnEnd,
  rank: (path) => (agentOfFile(path) === undefined ? 0 : 1),
  reader: () => import('./parse.ts'),
}

/** The message stands one level deeper than in a chat, and has neither id nor session. */
function isMessage(record: unknown): boolean {
  if (!isRecord(record) || !isRecord(record.message)) return false
  return (record.role === 'user' || record.role === 'assistant') && 'content' in record.message
}

function isTurnEnd(record: unknown): boolean {
  return isRecord(record) && record.type === 'turn_ended' && typeof record.status === 'string'
}
