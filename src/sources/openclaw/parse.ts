import { sessionOfPath } from '../../wire/pi-names.ts'
import { createPiSessionReader } from '../../wire/pi-session.ts'
import type { Emit, Parser, SourceFile } from '../source.ts'
import { openclawDialect } from './dialect.ts'

/** Transcripts are in pi's format, with OpenClaw's own words in it. */
export const createParser = (file: SourceFile, emit: Emit, saved?: unknown): Parser =>
  createPiSessionReader(emit, { ...openclawDialect, session: sessionOfPath(file.path) }, saved)
