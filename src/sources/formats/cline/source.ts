import { asArray, isRecord } from '../../../lib/json.ts'
import { isConversation } from '../../../wire/cline-paths.ts'
import type { Sample, Source } from '../../source.ts'
import { accepts, locations } from './paths.ts'

/** Cline: tasks of the extension, and sessions of the newer program. The format is in README.md. */
export const cline: Source = {
  name: 'cline',
  title: 'Cline',
  version: 2,
  shapes: ['document'],
  callIdsRepeat: true,
  flagIsComplete: true,
  capabilities: {
    outcomes: 'partly',
    exitCodes: 'partly',
    usage: 'yes',
    cost: 'yes',
    compactions: 'partly',
    subagents: 'yes',
    projects: 'yes',
    systemMessages: 'partly',
  },
  locations,
  accepts,
  recognises: (sample: Sample): boolean =>
    sample.shape === 'document' &&
    (sample.records.some(isSession) || (isConversation(sample.path) && sample.records.some(isTask))),
  reader: () => import('./parse.ts'),
}

/** The newer program's document. */
const isSession = (record: unknown): boolean =>
  isRecord(record) &&
  typeof record.sessionId === 'string' &&
  typeof record.agent === 'string' &&
  Array.isArray(record.messages)

const isTask = (record: unknown): boolean =>
  asArray(record).some((message) => isRecord(message) && (message.role === 'user' || message.role === 'assistant'))
