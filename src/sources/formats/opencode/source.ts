import type { Source } from '../../source.ts'
import { accepts, locations, rank } from './paths.ts'
import { recognises } from './recognise.ts'

/** OpenCode and the programs that took over its store: the database, the older tree of JSON files, and exports. Described in README.md. */
export const opencode: Source = {
  name: 'opencode',
  title: 'OpenCode',
  version: 2,
  shapes: ['database', 'document'],
  // Ids are the provider's, and local models number their calls from 0.
  callIdsRepeat: true,
  // A tool that fails throws, and is written down as an error. Shells do not; there the exit code speaks.
  flagIsComplete: true,
  capabilities: {
    outcomes: 'yes',
    exitCodes: 'yes',
    usage: 'yes',
    cost: 'partly',
    compactions: 'yes',
    subagents: 'yes',
    projects: 'yes',
    systemMessages: 'no',
  },
  locations,
  accepts,
  recognises,
  rank,
  reader: async () => {
    const [{ createParser }, { readDatabase }] = await Promise.all([import('./parse.ts'), import('./database.ts')])
    return { createParser, readDatabase }
  },
}
