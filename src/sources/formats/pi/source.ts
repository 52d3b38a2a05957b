import { looksLikePiEntry } from '../../../wire/pi-names.ts'
import type { Source } from '../../source.ts'
import { piLocations } from './paths.ts'

/** pi, the coding agent: one JSONL file per session. The format is described in README.md beside this file. */
export const pi: Source = {
  name: 'pi',
  title: 'pi',
  version: 4,
  shapes: ['lines'],
  // Local models number their calls from 1 in every turn.
  callIdsRepeat: true,
  flagIsComplete: true,
  capabilities: {
    outcomes: 'yes',
    exitCodes: 'partly',
    usage: 'yes',
    cost: 'yes',
    compactions: 'yes',
    subagents: 'no',
    projects: 'yes',
    systemMessages: 'partly',
  },

  locations: piLocations,
  accepts: (path) => (path.endsWith('.jsonl') ? 'lines' : undefined),
  // Other agents write this format too. They have signs of their own and are asked first; pi takes what is left.
  recognises: (sample) => sample.shape === 'lines' && sample.records.slice(0, FIRST_RECORDS).some(looksLikePiEntry),

  reader: () => import('./parse.ts'),
}

/** The header is the first line; a few more in case that line was damaged. */
const FIRST_RECORDS = 5
