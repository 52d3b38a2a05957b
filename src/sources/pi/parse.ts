import { sessionOfPath } from '../../wire/pi-names.ts'
import { createPiSessionReader } from '../../wire/pi-session.ts'
import type { Emit, Parser, SourceFile } from '../source.ts'
import { piOutcome } from './outcome.ts'

/** pi writes the format as it is; only how a result ended has to be told apart. */
export const createParser = (file: SourceFile, emit: Emit, saved?: unknown): Parser =>
  createPiSessionReader(emit, { session: sessionOfPath(file.path), platform: 'cli', outcomeOf: piOutcome }, saved)
