import type { DatabaseSync } from 'node:sqlite'
import { messageOf } from '../../../lib/error.ts'
import {
  type ForeignDatabase,
  issueCode,
  mustReopen,
  openReadOnly,
  withRetries,
} from '../../../lib/foreign-database.ts'
import { asNumber, asString, isRecord, type JsonRecord, parseJson } from '../../../lib/json.ts'
import type { Checkpoint, Emit, SourceFile } from '../../source.ts'
import { createConversation } from './conversation.ts'
import type { StoredPart } from './message.ts'
import { programOf } from './paths.ts'
import type { SessionInfo } from './session.ts'
import { columnsOf, listSessions, type ListedSession } from './tables.ts'

/**
 * Reads a live store: all of it the first time, later only the sessions whose rows changed, each of them whole. Never throws, never
 * writes; every statement is short, so that none holds the log of the program back.
 */
export function* readDatabase(file: SourceFile, emit: Emit, saved?: unknown): Generator<Checkpoint> {
  const store: Store = { path: file.path, connection: undefined }
  try {
    const lacks = missingIn(open(store))
    if (lacks !== undefined) return emit.issue({ line: 0, code: 'unsupported-database', message: lacks })
    const known = isRecord(saved) && isRecord(saved.sessions) ? saved.sessions : {}
    yield* readSessions(store, emit, known)
  } catch (thrown) {
    emit.issue({ line: 0, code: issueCode(thrown), message: messageOf(thrown) })
  } finally {
    store.connection?.database.close()
  }
}

interface Store {
  path: string
  connection: ForeignDatabase | undefined
}

/** A program that came while its file was read as one at rest writes into a log, which only a new connection sees. */
const open = (store: Store): DatabaseSync => {
  if (store.connection !== undefined && mustReopen(store.connection, store.path)) {
    store.connection.database.close()
    store.connection = undefined
  }
  store.connection ??= openReadOnly(store.path)
  return store.connection.database
}

const NEEDED: [table: string, columns: string[]][] = [
  ['session', ['id']],
  ['message', ['id', 'session_id', 'data']],
  ['part', ['id', 'message_id', 'data']],
]

const missingIn = (database: DatabaseSync): string | undefined => {
  for (const [table, columns] of NEEDED) {
    const present = columnsOf(database, table)
    const absent = columns.filter((column) => !present.has(column))
    if (absent.length > 0) return `the table ${table} has no ${absent.join(', ')}, as OpenCode's has`
  }
  return undefined
}

const CHECKPOINT_ROWS = 5_000
const PAGE_MESSAGES = 200

function* readSessions(store: Store, emit: Emit, known: JsonRecord): Generator<Checkpoint> {
  const listed = withRetries(() => listSessions(open(store)))
  const total = listed.reduce((sum, { messages }) => sum + messages, 0)
  const sessions: JsonRecord = {}
  for (const { id } of listed) if (id in known) sessions[id] = known[id]
  let [done, pending] = [0, 0]
  for (const one of listed) {
    done += one.messages
    if (one.messages === 0 || known[one.id] === one.stamp) continue
    const isWhole = readSession(store, emit, one)
    // An answer that is still being written gets its results without its row being touched.
    if (isWhole) sessions[one.id] = one.stamp
    else delete sessions[one.id]
    pending += one.messages
    if (pending < CHECKPOINT_ROWS) continue
    pending = 0
    yield { saved: { sessions: { ...sessions } }, done, total }
  }
  tellNewer(store, emit)
  yield { saved: { sessions }, isLast: true, done: total, total }
}

/** False: its last answer has not ended. */
const readSession = (store: Store, emit: Emit, { id, columns }: ListedSession): boolean => {
  const conversation = createConversation(infoOf(id, columns, programOf(store.path)), emit)
  let isOpen = false
  let after: [number, string] = [-1, '']
  for (;;) {
    const rows = withRetries(() => messagesAfter(open(store), id, after))
    for (const row of rows) {
      const line = asNumber(row.line) ?? 0
      after = [asNumber(row.created) ?? 0, asString(row.id) ?? '']
      const info = recordIn(row.data)
      if (info === undefined) {
        emit.issue({ line, code: 'not-json', message: 'a message that is not JSON' })
        continue
      }
      const parts = withRetries(() => partsOf(open(store), String(row.id)))
      if (parts.bad > 0) emit.issue({ line, code: 'not-json', message: `${parts.bad} parts of a message are not JSON` })
      conversation.read({ info, parts: parts.read, line })
      isOpen = info.role === 'assistant' && isRecord(info.time) && info.time.completed === undefined
    }
    if (rows.length < PAGE_MESSAGES) break
  }
  conversation.end()
  return !isOpen
}

const messagesAfter = (database: DatabaseSync, session: string, [created, id]: [number, string]) => {
  const time = columnsOf(database, 'message').has('time_created') ? 'time_created' : '0'
  return database
    .prepare(
      `SELECT rowid AS line, id, ${time} AS created, data FROM message
       WHERE session_id = ? AND (${time} > ? OR (${time} = ? AND id > ?)) ORDER BY ${time}, id LIMIT ?`,
    )
    .all(session, created, created, id, PAGE_MESSAGES)
}

const partsOf = (database: DatabaseSync, message: string): { read: StoredPart[]; bad: number } => {
  const rows = database.prepare('SELECT rowid AS line, data FROM part WHERE message_id = ? ORDER BY id').all(message)
  const read: StoredPart[] = []
  for (const row of rows) {
    const value = recordIn(row.data)
    if (value !== undefined) read.push({ value, line: asNumber(row.line) ?? 0 })
  }
  return { read, bad: rows.length - read.length }
}

const recordIn = (cell: unknown): JsonRecord | undefined => {
  const text = cell instanceof Uint8Array ? Buffer.from(cell).toString('utf8') : asString(cell)
  const value = text === undefined ? undefined : parseJson(text)
  return isRecord(value) ? value : undefined
}

const infoOf = (id: string, columns: JsonRecord, program: string | undefined): SessionInfo => {
  const json = (cell: unknown): unknown => (typeof cell === 'string' ? parseJson(cell) : undefined)
  return {
    id,
    parentId: columns.parent_id,
    directory: columns.directory,
    title: columns.title,
    version: columns.version,
    model: json(columns.model),
    created: columns.time_created,
    permission: json(columns.permission),
    program,
  }
}

/** The tables to which its messages are to move; today's versions make them and leave them empty. */
const tellNewer = (store: Store, emit: Emit): void => {
  const database = open(store)
  if (!columnsOf(database, 'session_message').has('session_id')) return
  const row = database
    .prepare(
      `SELECT count(DISTINCT session_id) AS sessions FROM session_message
       WHERE session_id NOT IN (SELECT session_id FROM message WHERE session_id IS NOT NULL)`,
    )
    .get()
  const sessions = asNumber(row?.sessions) ?? 0
  if (sessions === 0) return
  const message = `${sessions} sessions keep their messages in a table of a newer version, which is not read yet`
  emit.issue({ line: 0, code: 'unsupported-database', message })
}
