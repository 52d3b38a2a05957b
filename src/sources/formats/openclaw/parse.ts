import { sessionOfPath } from '../../../wire/pi-names.ts'
import { createPiSessionReader } from '../../../wire/pi-session.ts'
import type { Emit, Parser, SourceFile } from '../../source.ts'
import { dialectFor } from './dialect.ts'
import { routeBeside } from './routing.ts'

/** Transcripts are in pi's format, with OpenClaw's own words in it. */
export const createParser = (file: SourceFile, emit: Emit, saved?: unknown): Parser => {
  const session = sessionOfPath(file.path)
  return createPiSessionReader(emit, { ...dialectFor(routeBeside(file.path, session)), session }, saved)
}
