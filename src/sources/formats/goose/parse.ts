import { asString, isRecord } from '../../../lib/json.ts'
import { createSessionTeller } from '../../../wire/session-teller.ts'
import type { Emit, Parser, SourceFile } from '../../source.ts'
import { readMessage } from './message.ts'
import { sessionOfFile } from './paths.ts'

/** Turns the lines of one older session into events: what is known of it, and then its messages. */
export const createParser = (file: SourceFile, emit: Emit, saved?: unknown): Parser => {
  const teller = createSessionTeller(emit, sessionOfFile(file.path), saved)
  if (saved === undefined) teller.describe({ line: 1 }, { platform: 'cli' })
  const read = (record: unknown, line: number): void => {
    if (!isRecord(record)) return teller.bad(line, 'the line is not an object')
    if (!('role' in record)) {
      const cwd = asString(record.working_dir)
      const title = asString(record.description)
      teller.describe({ line }, { ...(cwd ? { cwd } : {}), ...(title ? { title } : {}) })
      return
    }
    const metadata = isRecord(record.metadata) ? record.metadata : {}
    const { role, content } = record
    readMessage(
      teller,
      { line, at: teller.timeOf(record.created, line) },
      { id: asString(record.id), role, content, metadata },
    )
  }
  return { read, save: teller.save }
}
