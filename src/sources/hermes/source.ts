import type { Source } from '../source.ts'
import { createParser } from './parse.ts'
import { accepts, locations, rank } from './paths.ts'
import { readDatabase } from './read-database.ts'
import { recognises } from './recognise.ts'

/** Hermes Agent: `state.db` of every version, snapshots, transcripts, exports, and messages its database refused. */
export const hermes: Source = {
  name: 'hermes',
  title: 'Hermes Agent',
  version: 1,
  shapes: ['database', 'document', 'lines'],
  callIdsRepeat: true,
  flagIsComplete: false,
  locations,
  accepts,
  recognises,
  rank,
  createParser,
  readDatabase,
}
