import { sessionOfPath } from '../../wire/pi-names.ts'
import { createPiSessionReader } from '../../wire/pi-session.ts'
import type { Source } from '../source.ts'
import { readOpenclawDatabase } from './database.ts'
import { openclawDialect } from './dialect.ts'
import { openclawAccepts, openclawLocations, openclawRank } from './paths.ts'
import { openclawRecognises } from './recognise.ts'

/** OpenClaw: pi's JSONL per session, or one SQLite file per agent. Described in README.md beside this file. */
export const openclaw: Source = {
  name: 'openclaw',
  title: 'OpenClaw',
  version: 1,
  shapes: ['lines', 'database'],
  // Local models number their calls from 1 in every turn.
  callIdsRepeat: true,
  // False on most failures: the outcome is in `details`.
  flagIsComplete: false,

  locations: openclawLocations,
  accepts: openclawAccepts,
  recognises: openclawRecognises,
  rank: openclawRank,

  createParser: (file, emit, saved) =>
    createPiSessionReader(emit, { ...openclawDialect, session: sessionOfPath(file.path) }, saved),
  readDatabase: readOpenclawDatabase,
}
