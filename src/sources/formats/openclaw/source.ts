import type { Source } from '../../source.ts'
import { openclawAccepts, openclawLocations, openclawRank } from './paths.ts'
import { openclawRecognises } from './recognise.ts'

/** OpenClaw: pi's JSONL per session, or one SQLite file per agent. Described in README.md beside this file. */
export const openclaw: Source = {
  name: 'openclaw',
  title: 'OpenClaw',
  version: 5,
  shapes: ['lines', 'database'],
  // Local models number their calls from 1 in every turn.
  callIdsRepeat: true,
  // False on most failures: the outcome is in `details`.
  flagIsComplete: false,
  capabilities: {
    outcomes: 'yes',
    exitCodes: 'partly',
    usage: 'yes',
    cost: 'partly',
    compactions: 'yes',
    subagents: 'partly',
    projects: 'yes',
    systemMessages: 'partly',
  },

  locations: openclawLocations,
  accepts: openclawAccepts,
  recognises: openclawRecognises,
  rank: openclawRank,

  reader: async () => {
    const [{ createParser }, { readDatabase }] = await Promise.all([import('./parse.ts'), import('./database.ts')])
    return { createParser, readDatabase }
  },
}
