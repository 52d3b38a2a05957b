import { withoutHint } from '../../../schema/hint.ts'
import { sessionOfPath } from '../../../wire/pi-names.ts'
import { createPiSessionReader } from '../../../wire/pi-session.ts'
import type { Emit, Parser, SourceFile } from '../../source.ts'
import { piOutcome } from './outcome.ts'

/** pi writes the format as it is; only how a result ended has to be told apart, and what our extension put behind it. */
export const createParser = (file: SourceFile, emit: Emit, saved?: unknown): Parser =>
  createPiSessionReader(
    emit,
    {
      session: sessionOfPath(file.path),
      platform: 'cli',
      cleanText: (text, isError) => (isError ? withoutHint(text) : text),
      outcomeOf: piOutcome,
    },
    saved,
  )
