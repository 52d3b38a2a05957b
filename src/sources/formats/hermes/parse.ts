import { isRecord } from '../../../lib/json.ts'
import type { Emit, Parser, SourceFile } from '../../source.ts'
import { openConversation, readMessage, saveConversation } from './conversation.ts'
import { describeTranscript, readSnapshot, readSpool, scopeWithin } from './documents.ts'
import { createExportReader } from './exports.ts'
import { sessionOfPath } from './paths.ts'
import { messageOfRecord, readSpooled } from './records.ts'
import { routingBeside } from './routing-index.ts'

/** Reads whatever Hermes writes as JSON, told by the record itself: names change when people keep copies. */
export const createParser = (file: SourceFile, emit: Emit, saved?: unknown): Parser => {
  const session = sessionOfPath(file.path)
  const known = isRecord(saved) ? saved : {}
  const routing = routingBeside(file.path)
  const exported = createExportReader(emit, routing, known.exported)
  const transcript = openConversation({
    session,
    emit,
    describe: (line) => describeTranscript(session, line, routing),
    copyScope: scopeWithin(session),
    saved: known.transcript,
  })
  return {
    read(record, line) {
      if (!isRecord(record)) {
        emit.issue({ line, code: 'unknown-record', message: 'a record that is not an object' })
        return
      }
      if (record.role !== undefined) return readMessage(transcript, messageOfRecord(record, line))
      const spooled = readSpooled(record)
      if (spooled !== undefined) return readSpool(file, emit, spooled, routing)
      if (!Array.isArray(record.messages)) {
        emit.issue({ line, code: 'unknown-record', message: 'a record without messages' })
      } else if (record.session_id === undefined && record.id !== undefined) exported.read(record, line)
      else readSnapshot(file, emit, record, routing)
    },
    save: () => ({ transcript: saveConversation(transcript), exported: exported.save() }),
  }
}
