import { asArray, isRecord, type JsonRecord } from '../../lib/json.ts'
import type { Emit } from '../source.ts'
import { createLineage } from './lineage.ts'
import { messageOfRecord, sessionOfExport } from './records.ts'
import type { MessageRow, ParentRow, SessionRow } from './rows.ts'
import { emitSession } from './session.ts'

/** Rows are remembered so that a child can be told what became of its parent; Hermes exports parents first. */
const REMEMBERED = 20_000

/** Reads `hermes sessions export`: one session a line, its row with its messages. */
export const createExportReader = (emit: Emit) => {
  const rows = new Map<string, SessionRow>()
  const lineageOf = createLineage((id) => rows.get(id))

  return (record: JsonRecord, line: number): void => {
    const row = sessionOfExport(record)
    if (row === undefined) {
      emit.issue({ line, code: 'unknown-record', message: 'a session without an id' })
      return
    }
    row.parent = parentOf(rows.get(String(row.parentId)))
    if (rows.size < REMEMBERED) rows.set(row.id, row)
    const messages: MessageRow[] = []
    for (const message of asArray(record.messages)) {
      if (isRecord(message)) messages.push(messageOfRecord(message, line))
      else emit.issue({ line, code: 'not-a-message', message: 'a message that is not an object' })
    }
    emitSession(emit, row, lineageOf(row), [messages])
  }
}

const parentOf = (row: SessionRow | undefined): ParentRow | null =>
  row === undefined ? null : { endReason: row.endReason, endedAt: row.endedAt, sessionKey: row.sessionKey }
