import type { Source } from '../../source.ts'
import { accepts, locations, rank } from './paths.ts'
import { recognises } from './recognise.ts'

/** Hermes Agent: `state.db` of every version, snapshots, transcripts, exports, and messages its database refused. */
export const hermes: Source = {
  name: 'hermes',
  title: 'Hermes Agent',
  version: 7,
  shapes: ['database', 'document', 'lines'],
  callIdsRepeat: true,
  flagIsComplete: false,
  capabilities: {
    outcomes: 'partly',
    exitCodes: 'partly',
    usage: 'partly',
    cost: 'partly',
    compactions: 'partly',
    subagents: 'partly',
    projects: 'partly',
    systemMessages: 'yes',
  },
  locations,
  accepts,
  recognises,
  rank,
  reader: async () => {
    const [{ createParser }, { readDatabase }] = await Promise.all([import('./parse.ts'), import('./read-database.ts')])
    return { createParser, readDatabase }
  },
  parts: async () => (await import('./parts.ts')).parts,
}
