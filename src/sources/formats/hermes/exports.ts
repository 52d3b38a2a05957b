import { asArray, isRecord, type JsonRecord } from '../../../lib/json.ts'
import type { Emit } from '../../source.ts'
import { createLineage } from './lineage.ts'
import { messageOfRecord, sessionOfExport } from './records.ts'
import { bareSession, cellWord, type MessageRow, type ParentRow, type SessionRow } from './rows.ts'
import { emitSession } from './session.ts'
import type { Routing } from './whose.ts'

/**
 * Reads `hermes sessions export`: one session a line, its row with its messages. Rows are remembered, because what a
 * session is to its parent can depend on how the parent ended; a parent that comes later in the file is not known yet.
 */
export const createExportReader = (emit: Emit, routing: Routing, saved?: unknown) => {
  const rows = new Map(asArray(saved).flatMap(restoreRow))
  const lineageOf = createLineage((id) => rows.get(id), routing)

  return {
    read(record: JsonRecord, line: number): void {
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
      emitSession(emit, row, lineageOf(row), {
        pages: [messages],
        systemPrompt: () => cellWord(record.system_prompt),
      })
    },
    save: (): Partial<SessionRow>[] => [...rows.values()].slice(-SAVED).map(saveRow),
  }
}

/**
 * How many sessions of an export that was cut in the middle are remembered, to read on. Hermes itself imports at most
 * 500 at once.
 */
const SAVED = 500
const REMEMBERED = 20_000

const saveRow = (row: SessionRow): Partial<SessionRow> => {
  const { id, source, userId, modelConfig, parentId, startedAt, endedAt, endReason, sessionKey, parent } = row
  const { chatId, chatType, origin } = row
  const chat = { userId, sessionKey, chatId, chatType, origin }
  return { id, source, modelConfig, parentId, startedAt, endedAt, endReason, parent, ...chat }
}

const restoreRow = (saved: unknown): [string, SessionRow][] =>
  isRecord(saved) && typeof saved.id === 'string' ? [[saved.id, { ...bareSession(saved.id), ...saved }]] : []

const parentOf = (row: SessionRow | undefined): ParentRow | null =>
  row === undefined ? null : { endReason: row.endReason, endedAt: row.endedAt, sessionKey: row.sessionKey }
