import type { StatementSync } from 'node:sqlite'
import { type ForeignDatabase, openReadOnly } from '../../../lib/foreign-database.ts'
import { prepare, readTables } from './tables.ts'

/** A database opened for reading, with every question we ask of it. */
export interface Statements {
  connection: ForeignDatabase
  hasSessionIndex: boolean
  countSessions: StatementSync
  platforms: StatementSync
  sessionsAfter: StatementSync
  sessionsBetween: StatementSync
  sessionAt: StatementSync
  sessionById: StatementSync
  /** Row of the session that the first message from an id on belongs to. */
  sessionAtMessage: StatementSync
  firstMessages: StatementSync
  idsOfSession: StatementSync
  messagesByIds: StatementSync
  idsBetween: StatementSync
  nextSessionIds: StatementSync
  sessionExists: StatementSync
  /** Undefined if the table has no system prompts. */
  systemPrompt: StatementSync | undefined
}

/** Undefined: there are no messages as Hermes keeps them. The caller closes the connection. */
export const openStatements = (path: string, isWal?: boolean): Statements | undefined => {
  const connection = openReadOnly(path, isWal)
  try {
    const { database } = connection
    const tables = readTables(database)
    if (tables === undefined) {
      database.close()
      return undefined
    }
    const sql = (text: string): StatementSync => prepare(database, text)
    const hasSessions = tables.sessions !== ''
    const sessions = hasSessions ? tables.sessions : NO_SESSIONS
    const alone = hasSessions ? tables.sessionsAlone : NO_SESSIONS
    const { messages } = tables
    return {
      connection,
      hasSessionIndex: tables.hasSessionIndex,
      countSessions: sql(hasSessions ? 'SELECT count(*) FROM sessions' : 'SELECT 0'),
      platforms: sql(
        tables.hasPlatforms ? 'SELECT DISTINCT s.source FROM sessions s LIMIT 1000' : 'SELECT NULL WHERE 0',
      ),
      sessionsAfter: sql(`${sessions} WHERE s.rowid > ? ORDER BY s.rowid LIMIT ?`),
      sessionsBetween: sql(`${alone} WHERE s.rowid BETWEEN ? AND ? ORDER BY s.rowid`),
      sessionAt: sql(`${sessions} WHERE s.rowid = ?`),
      sessionById: sql(`${sessions} WHERE s.id = ?`),
      sessionAtMessage: sql(
        hasSessions
          ? 'SELECT s.rowid FROM sessions s WHERE s.id = (SELECT m.session_id FROM messages m WHERE m.rowid >= ? ORDER BY m.rowid LIMIT 1)'
          : 'SELECT NULL WHERE ? IS NULL',
      ),
      // Unsorted: SQLite's sorter would copy every row, and they nearly always come in order.
      firstMessages: sql(`${messages} WHERE m.session_id = ? LIMIT ?`),
      idsOfSession: sql('SELECT m.rowid FROM messages m WHERE m.session_id = ?'),
      messagesByIds: sql(`${messages} WHERE m.rowid IN (SELECT value FROM json_each(?)) ORDER BY m.rowid`),
      idsBetween: sql('SELECT m.rowid, m.session_id FROM messages m NOT INDEXED WHERE m.rowid BETWEEN ? AND ?'),
      nextSessionIds: sql(nextSessionIds(hasSessions)),
      systemPrompt: tables.systemPrompt === '' ? undefined : sql(tables.systemPrompt),
      sessionExists: sql(hasSessions ? 'SELECT 1 FROM sessions s WHERE s.id = ?' : 'SELECT 1 WHERE ? IS NULL'),
    }
  } catch (thrown) {
    connection.database.close()
    throw thrown
  }
}

/**
 * The next sessions that messages name, up to a limit, and whether each has a row: from one name to the next through the index,
 * without looking at the messages between them.
 */
const nextSessionIds = (hasSessions: boolean): string => {
  const after = (id: string) =>
    `(SELECT m.session_id FROM messages m WHERE m.session_id > ${id} ORDER BY m.session_id LIMIT 1)`
  return `WITH RECURSIVE named(id) AS (
      SELECT ${after('?')} UNION ALL SELECT ${after('named.id')} FROM named WHERE named.id IS NOT NULL LIMIT ?)
    SELECT id, ${hasSessions ? 'EXISTS (SELECT 1 FROM sessions s WHERE s.id = named.id)' : '0'} FROM named WHERE id IS NOT NULL`
}

/** Stands in for a table that is not there: a salvaged database may have kept its messages only. */
const NO_SESSIONS = 'SELECT NULL FROM (SELECT NULL AS rowid, NULL AS id WHERE 0) s'

/** Highest id given so far. Deleted messages do not lower it where SQLite keeps count. */
export const highestId = ({ database }: ForeignDatabase, table: 'sessions' | 'messages'): number => {
  const numbers = [
    `SELECT max(rowid) AS n FROM ${table}`,
    `SELECT seq AS n FROM sqlite_sequence WHERE name = '${table}'`,
  ]
  let highest: number | undefined
  let failure: unknown
  for (const sql of numbers) {
    try {
      const found = database.prepare(sql).get()?.n
      if (typeof found === 'number') highest = Math.max(highest ?? 0, found)
      else highest ??= 0
    } catch (thrown) {
      failure ??= thrown
    }
  }
  if (highest === undefined) throw failure
  return highest
}
