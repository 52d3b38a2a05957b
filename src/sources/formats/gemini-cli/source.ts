import { isRecord } from '../../../lib/json.ts'
import type { Sample, Source } from '../../source.ts'
import { accepts, locations, rank } from './paths.ts'

/** Gemini CLI: one file a chat, lines in newer versions and one document in older ones. The format is in README.md. */
export const geminiCli: Source = {
  name: 'gemini-cli',
  title: 'Gemini CLI',
  version: 2,
  shapes: ['lines', 'document'],
  callIdsRepeat: false,
  // A command that failed is called a success, and is handed on without a flag.
  flagIsComplete: true,
  capabilities: {
    outcomes: 'yes',
    exitCodes: 'yes',
    usage: 'yes',
    cost: 'no',
    compactions: 'yes',
    subagents: 'yes',
    projects: 'yes',
    systemMessages: 'no',
  },
  locations,
  accepts,
  recognises: (sample: Sample): boolean => sample.records.some(isHeader),
  owns: isHeader,
  rank,
  reader: () => import('./parse.ts'),
}

/** The first line of a chat, and every document that holds one. */
function isHeader(record: unknown): boolean {
  return (
    isRecord(record) &&
    typeof record.sessionId === 'string' &&
    typeof record.projectHash === 'string' &&
    record.startTime !== undefined
  )
}
