import { issueCode, mustReopen, SQLITE_CORRUPT, sqliteCode } from '../../../lib/foreign-database.ts'
import { cellNumber, cellText, cellWord, type MessageRow, type SessionRow } from './rows.ts'
import type { Part } from './parts.ts'
import { type RoutingRow, routingRows } from './routing.ts'
import { type Lost, salvage } from './salvage.ts'
import { highestId, openStatements, type Statements } from './statements.ts'
import { rowsOf, toMessage, toSession } from './tables.ts'
import type { Emit } from '../../source.ts'

/** Rows held at once: a page of the longest results agents keep stays below some tens of megabytes. */
const PAGE_ROWS = 500
/** Sessions below this length are read in one go. */
const WHOLE_ROWS = 1_000
/** Ids and session rows are small; a read transaction over this many rows lasts a few milliseconds. */
const SCAN_ROWS = 5_000

/**
 * A live database that is read in short reads, which never hold a transaction open. Where the file is damaged, what is left is read by
 * ranges of row ids, and what is lost is reported.
 */
export interface Reader {
  readonly path: string
  readonly emit: Emit
  ask: Statements
  /** The part of the database that this reader reads; undefined: all of it. */
  readonly part: Part | undefined
  /** Message ids by session: only where no index leads to them. */
  idsBySession: Map<string, number[]> | undefined
}

/** Undefined: not a Hermes database. */
export const openReader = (path: string, emit: Emit, part?: Part): Reader | undefined => {
  const ask = openStatements(path, part?.isWal)
  return ask === undefined ? undefined : { path, emit, ask, part, idsBySession: undefined }
}

/** If no index leads to the messages of a session, one pass finds the messages of all sessions. */
export const prepareForMissingIndex = (reader: Reader): void => {
  if (!reader.ask.hasSessionIndex) reader.idsBySession ??= scanIds(reader)
}

export const closeReader = ({ ask }: Reader): void => ask.connection.database.close()

/** Between sessions: goes over to the writer's log once there is a writer. */
export const refreshReader = (reader: Reader): void => {
  if (!mustReopen(reader.ask.connection, reader.path)) return
  closeReader(reader)
  const again = openStatements(reader.path, reader.part?.isWal)
  if (again !== undefined) reader.ask = again
}

const scanIds = ({ ask, emit }: Reader): Map<string, number[]> => {
  const found = new Map<string, number[]>()
  const top = highestId(ask.connection, 'messages')
  for (let low = 0; low <= top; low += SCAN_ROWS) {
    const { rows, lost } = salvage(low, low + SCAN_ROWS - 1, (from, to) => rowsOf(ask.idsBetween, from, to))
    reportLost(emit, 'messages', lost)
    for (const [id, session] of rows) {
      const name = cellText(session)
      const number = cellNumber(id)
      if (name === undefined || number === undefined) continue
      const ids = found.get(name)
      if (ids === undefined) found.set(name, [number])
      else ids.push(number)
    }
  }
  return found
}

const reportLost = (emit: Emit, table: string, lost: readonly Lost[]): void => {
  for (const { from, to } of lost) {
    emit.issue({ line: from, code: 'rows-lost', message: `rows ${from} to ${to} of ${table} cannot be read` })
  }
}

/** From here on nothing is looked up through an index of the messages. */
const fallBack = (reader: Reader, thrown: unknown): Map<string, number[]> => {
  // A part does not salvage: that takes a look at all messages, which one thread does for the whole database.
  if (sqliteCode(thrown) !== SQLITE_CORRUPT || reader.part !== undefined) throw thrown
  if (reader.idsBySession === undefined) {
    const message = 'the database is damaged: reading what is left of it'
    reader.emit.issue({ line: 0, code: issueCode(thrown), message })
    reader.idsBySession = scanIds(reader)
  }
  return reader.idsBySession
}

const unlessDamaged = (reader: Reader, read: () => unknown[][]): unknown[][] | undefined => {
  try {
    return read()
  } catch (thrown) {
    fallBack(reader, thrown)
    return undefined
  }
}

const firstRow = (reader: Reader, read: () => unknown[][]): unknown[] | undefined => unlessDamaged(reader, read)?.[0]

/** The messages of a session in order of id, some hundred at a time. */
export function* readMessages(reader: Reader, session: string): Iterable<MessageRow[]> {
  const { idsBySession } = reader
  if (idsBySession !== undefined) return yield* pagesOfIds(reader, idsBySession.get(session) ?? [])
  let ids: number[]
  try {
    const rows = rowsOf(reader.ask.firstMessages, session, WHOLE_ROWS)
    if (rows.length < WHOLE_ROWS) return yield inOrder(rows.map(toMessage))
    // Too long to be held at once: page by page through its ids, which the index alone can tell.
    ids = rowsOf(reader.ask.idsOfSession, session).map(([id]) => cellNumber(id) ?? 0)
    ids.sort((a, b) => a - b)
  } catch (thrown) {
    ids = fallBack(reader, thrown).get(session) ?? []
  }
  yield* pagesOfIds(reader, ids)
}

function* pagesOfIds(reader: Reader, ids: readonly number[]): Iterable<MessageRow[]> {
  for (let at = 0; at < ids.length; at += PAGE_ROWS) {
    const page = ids.slice(at, at + PAGE_ROWS)
    const read = (from: number, to: number): unknown[][] =>
      rowsOf(reader.ask.messagesByIds, JSON.stringify(page.slice(from, to + 1)))
    const { rows, lost } = salvage(0, page.length - 1, read)
    const places = lost.map(({ from, to }) => ({ from: page[from] ?? 0, to: page[to] ?? 0 }))
    reportLost(reader.emit, 'messages', places)
    yield rows.map(toMessage)
  }
}

/** Rows of sessions behind a row id, in pages. */
export function* readSessionPages(reader: Reader, after: number, pageRows: number): Iterable<unknown[][]> {
  let from = after
  for (;;) {
    let page: unknown[][]
    try {
      page = rowsOf(reader.ask.sessionsAfter, from, pageRows)
    } catch (thrown) {
      fallBack(reader, thrown)
      return yield* salvagedSessions(reader, from)
    }
    if (page.length === 0) return
    yield page
    from = cellNumber(page.at(-1)?.[0]) ?? Number.MAX_SAFE_INTEGER
  }
}

function* salvagedSessions(reader: Reader, after: number): Iterable<unknown[][]> {
  const top = highestId(reader.ask.connection, 'sessions')
  for (let low = after + 1; low <= top; low += PAGE_ROWS) {
    const { rows, lost } = salvage(low, low + PAGE_ROWS - 1, (from, to) => rowsOf(reader.ask.sessionsBetween, from, to))
    reportLost(reader.emit, 'sessions', lost)
    yield rows
  }
}

export const findSession = (reader: Reader, id: string): SessionRow | undefined => {
  const cells = firstRow(reader, () => rowsOf(reader.ask.sessionById, id))
  return cells === undefined ? undefined : toSession(cells)
}

export const readSessionAt = (reader: Reader, rowid: number): unknown[] | undefined =>
  firstRow(reader, () => rowsOf(reader.ask.sessionAt, rowid)) ??
  firstRow(reader, () => rowsOf(reader.ask.sessionsBetween, rowid, rowid))

export const readSystemPrompt = (reader: Reader, id: string): string | undefined => {
  const statement = reader.ask.systemPrompt
  return statement === undefined ? undefined : cellWord(firstRow(reader, () => rowsOf(statement, id))?.[0])
}

export const lastMessageId = ({ ask }: Reader): number => highestId(ask.connection, 'messages')

export const countSessions = (reader: Reader): number | undefined =>
  cellNumber(firstRow(reader, () => rowsOf(reader.ask.countSessions))?.[0])

/** Sessions that got a message after the given one. */
export const findSessionsSince = (reader: Reader, messageId: number): Set<string> => {
  const found = new Set<string>()
  const top = lastMessageId(reader)
  for (let low = messageId + 1; low <= top; low += SCAN_ROWS) {
    const { rows } = salvage(low, low + SCAN_ROWS - 1, (from, to) => rowsOf(reader.ask.idsBetween, from, to))
    for (const [, session] of rows) {
      const name = cellText(session)
      if (name !== undefined) found.add(name)
    }
  }
  return found
}

/** Sessions that have messages but no row: a repair can leave them behind. */
export function* findOrphans(reader: Reader): Iterable<string> {
  const given = new Set([''])
  let last = ''
  for (let isMore = reader.idsBySession === undefined; isMore; ) {
    const page = unlessDamaged(reader, () => rowsOf(reader.ask.nextSessionIds, last, SCAN_ROWS)) ?? []
    for (const [id, exists] of page) {
      if (typeof id !== 'string') return
      last = id
      if (cellNumber(exists) !== 0) continue
      given.add(id)
      yield id
    }
    isMore = page.length === SCAN_ROWS
  }
  // Where the index does not lead to its end. A message whose session has no name belongs to none.
  for (const id of reader.idsBySession?.keys() ?? [])
    if (!given.has(id) && firstRow(reader, () => rowsOf(reader.ask.sessionExists, id)) === undefined) yield id
}

/** The routing table, and the platforms of all sessions. */
export const readChats = (reader: Reader): { rows: RoutingRow[]; platforms: string[] } => {
  const platforms = unlessDamaged(reader, () => rowsOf(reader.ask.platforms)) ?? []
  return {
    rows: unlessLost(() => routingRows(reader.ask)),
    platforms: platforms.flatMap(([platform]) => cellWord(platform) ?? []),
  }
}

/** A damaged routing table costs the owners of some sessions, and nothing else. */
const unlessLost = (read: () => RoutingRow[]): RoutingRow[] => {
  try {
    return read()
  } catch {
    return []
  }
}

/** By id, which is how they were written; most indexes give them by time, which is nearly always the same. */
const inOrder = (rows: MessageRow[]): MessageRow[] => {
  for (let at = 1; at < rows.length; at++) {
    if ((rows[at - 1]?.id ?? 0) > (rows[at]?.id ?? 0)) return rows.sort((a, b) => a.id - b.id)
  }
  return rows
}
