import { asArray, isRecord } from '../../../lib/json.ts'
import type { Emit, Parser, SourceFile } from '../../source.ts'
import { createConversation } from './conversation.ts'
import type { StoredPart } from './message.ts'
import { programOf } from './paths.ts'
import { isExport, isSessionInfo } from './recognise.ts'
import { sessionOfRecord } from './session.ts'
import { readTree } from './tree.ts'

/** Reads an export, or a session of the older trees together with the files of its messages. Never throws. */
export const createParser = (file: SourceFile, emit: Emit): Parser => ({
  read(record) {
    if (isExport(record)) return readExport(file, emit, record)
    if (isSessionInfo(record)) return readTree(file, emit, sessionOfRecord(record, programOf(file.path)))
    emit.issue({ line: 1, code: 'unknown-record', message: 'neither an export nor a session of OpenCode' })
  },
  save: () => undefined,
})

const readExport = (
  file: SourceFile,
  emit: Emit,
  { info, messages }: { info: Record<string, unknown>; messages: unknown[] },
): void => {
  const conversation = createConversation(sessionOfRecord(info, programOf(file.path)), emit)
  for (const [index, message] of messages.entries()) {
    const line = index + 1
    if (!isRecord(message) || !isRecord(message.info)) {
      emit.issue({ line, code: 'not-a-message', message: 'a message that does not say whose it is' })
      continue
    }
    const parts = asArray(message.parts).filter(isRecord)
    conversation.read({ info: message.info, parts: parts.map((value): StoredPart => ({ value, line })), line })
  }
  conversation.end()
}
