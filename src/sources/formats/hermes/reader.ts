import { issueCode, mustReopen, SQLITE_CORRUPT, sqliteCode } from '../../../lib/foreign-database.ts'
import { cellNumber, cellText, cellWord, type MessageRow, type SessionRow } from './rows.ts'
import { type RoutingRow, routingRows } from './routing.ts'
import type { Part } from './parts.ts'
import { type Lost, salvage } from './salvage.ts'
import { highestId, openStatements } from './statements.ts'
import { rowsOf, toMessage, toSession } from './tables.ts'
import type { Emit } from '../../source.ts'

/** Rows held at once: a page of the longest results agents keep stays below some tens of megabytes. */
const PAGE_ROWS = 500
/** Sessions below this length are read in one go. */
const WHOLE_ROWS = 1_000
/** Ids and session rows are small; a read transaction over this many rows lasts a few milliseconds. */
const SCAN_ROWS = 5_000

/**
 * Answers questions about a live database in short reads that never hold a transaction open. Where the file is damaged
 * it reads what is left by ranges of row ids and reports what is lost. Undefined: not a Hermes database.
 */
export const createReader = (path: string, emit: Emit, part?: Part) => {
  const opened = openStatements(path, part?.isWal)
  if (opened === undefined) return undefined
  let ask = opened
  /** Message ids by session: only where no index leads to them. */
  let idsBySession: Map<string, number[]> | undefined

  const report = (table: string, lost: readonly Lost[]): void => {
    for (const { from, to } of lost) {
      emit.issue({ line: from, code: 'rows-lost', message: `rows ${from} to ${to} of ${table} cannot be read` })
    }
  }

  const scanIds = (): Map<string, number[]> => {
    const found = new Map<string, number[]>()
    const top = highestId(ask.connection, 'messages')
    for (let low = 0; low <= top; low += SCAN_ROWS) {
      const { rows, lost } = salvage(low, low + SCAN_ROWS - 1, (from, to) => rowsOf(ask.idsBetween, from, to))
      report('messages', lost)
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

  /** From here on nothing is looked up through an index of the messages. */
  const fallBack = (thrown: unknown): Map<string, number[]> => {
    // A part does not salvage: that takes a look at all messages, which one thread does for the whole database.
    if (sqliteCode(thrown) !== SQLITE_CORRUPT || part !== undefined) throw thrown
    if (idsBySession === undefined) {
      emit.issue({ line: 0, code: issueCode(thrown), message: 'the database is damaged: reading what is left of it' })
      idsBySession = scanIds()
    }
    return idsBySession
  }

  function* pagesOfIds(ids: readonly number[]): Iterable<MessageRow[]> {
    for (let at = 0; at < ids.length; at += PAGE_ROWS) {
      const page = ids.slice(at, at + PAGE_ROWS)
      const read = (from: number, to: number): unknown[][] =>
        rowsOf(ask.messagesByIds, JSON.stringify(page.slice(from, to + 1)))
      const { rows, lost } = salvage(0, page.length - 1, read)
      report(
        'messages',
        lost.map(({ from, to }) => ({ from: page[from] ?? 0, to: page[to] ?? 0 })),
      )
      yield rows.map(toMessage)
    }
  }

  function* messagesOf(session: string): Iterable<MessageRow[]> {
    if (idsBySession !== undefined) return yield* pagesOfIds(idsBySession.get(session) ?? [])
    let ids: number[]
    try {
      const rows = rowsOf(ask.firstMessages, session, WHOLE_ROWS)
      if (rows.length < WHOLE_ROWS) return yield inOrder(rows.map(toMessage))
      // Too long to be held at once: page by page through its ids, which the index alone can tell.
      ids = rowsOf(ask.idsOfSession, session).map(([id]) => cellNumber(id) ?? 0)
      ids.sort((a, b) => a - b)
    } catch (thrown) {
      ids = fallBack(thrown).get(session) ?? []
    }
    yield* pagesOfIds(ids)
  }

  function* salvagedSessions(after: number): Iterable<unknown[][]> {
    const top = highestId(ask.connection, 'sessions')
    for (let low = after + 1; low <= top; low += PAGE_ROWS) {
      const { rows, lost } = salvage(low, low + PAGE_ROWS - 1, (from, to) => rowsOf(ask.sessionsBetween, from, to))
      report('sessions', lost)
      yield rows
    }
  }

  function* sessionPages(after: number, pageRows: number): Iterable<unknown[][]> {
    let from = after
    for (;;) {
      let page: unknown[][]
      try {
        page = rowsOf(ask.sessionsAfter, from, pageRows)
      } catch (thrown) {
        fallBack(thrown)
        return yield* salvagedSessions(from)
      }
      if (page.length === 0) return
      yield page
      from = cellNumber(page.at(-1)?.[0]) ?? Number.MAX_SAFE_INTEGER
    }
  }

  const unlessDamaged = (read: () => unknown[][]): unknown[][] | undefined => {
    try {
      return read()
    } catch (thrown) {
      fallBack(thrown)
      return undefined
    }
  }

  const first = (read: () => unknown[][]): unknown[] | undefined => unlessDamaged(read)?.[0]

  const sessionById = (id: string): SessionRow | undefined => {
    const cells = first(() => rowsOf(ask.sessionById, id))
    return cells === undefined ? undefined : toSession(cells)
  }

  function* orphans(): Iterable<string> {
    const given = new Set([''])
    let last = ''
    for (let isMore = idsBySession === undefined; isMore; ) {
      const page = unlessDamaged(() => rowsOf(ask.nextSessionIds, last, SCAN_ROWS)) ?? []
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
    for (const id of idsBySession?.keys() ?? [])
      if (!given.has(id) && first(() => rowsOf(ask.sessionExists, id)) === undefined) yield id
  }

  const systemPromptOf = (id: string): string | undefined => {
    const statement = ask.systemPrompt
    return statement === undefined ? undefined : cellWord(first(() => rowsOf(statement, id))?.[0])
  }

  return {
    sessionPages,
    messagesOf,
    systemPromptOf,
    sessionById,
    sessionAt: (rowid: number): unknown[] | undefined =>
      first(() => rowsOf(ask.sessionAt, rowid)) ?? first(() => rowsOf(ask.sessionsBetween, rowid, rowid)),
    lastMessageId: (): number => highestId(ask.connection, 'messages'),
    countSessions: (): number | undefined => cellNumber(first(() => rowsOf(ask.countSessions))?.[0]),
    /** Sessions that got a message after the given one. */
    sessionsSince(messageId: number): Set<string> {
      const found = new Set<string>()
      const top = highestId(ask.connection, 'messages')
      for (let low = messageId + 1; low <= top; low += SCAN_ROWS) {
        const { rows } = salvage(low, low + SCAN_ROWS - 1, (from, to) => rowsOf(ask.idsBetween, from, to))
        for (const [, session] of rows) {
          const name = cellText(session)
          if (name !== undefined) found.add(name)
        }
      }
      return found
    },
    /** The routing table, and the platforms of all sessions. */
    chats: (): { rows: RoutingRow[]; platforms: string[] } => {
      const platforms = unlessDamaged(() => rowsOf(ask.platforms)) ?? []
      return {
        rows: unlessLost(() => routingRows(ask)),
        platforms: platforms.flatMap(([platform]) => cellWord(platform) ?? []),
      }
    },
    /** Sessions that have messages but no row: a repair can leave them behind. */
    orphans,
    /** Between sessions: goes over to the writer's log once there is a writer. */
    refresh(): void {
      if (!mustReopen(ask.connection, path)) return
      ask.connection.database.close()
      const again = openStatements(path, part?.isWal)
      if (again !== undefined) ask = again
    },
    prepareForMissingIndex(): void {
      if (!ask.hasSessionIndex) idsBySession ??= scanIds()
    },
    close: (): void => ask.connection.database.close(),
  }
}

export type Reader = NonNullable<ReturnType<typeof createReader>>

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
