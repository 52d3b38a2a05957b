import type { DatabaseSync } from 'node:sqlite'
import { asNumber, asString, type JsonRecord } from '../../../lib/json.ts'

/** A session of the list, and what tells whether it has changed since it was read. */
export interface ListedSession {
  id: string
  messages: number
  stamp: string
  columns: JsonRecord
}

export const columnsOf = (database: DatabaseSync, table: string): Set<string> =>
  new Set(
    database
      .prepare('SELECT name FROM pragma_table_info(?)')
      .all(table)
      .map((column) => String(column.name)),
  )

/** Columns that are read if the database has them: every version has added some, and forks have their own. */
const SESSION_COLUMNS = [
  'parent_id',
  'directory',
  'title',
  'version',
  'model',
  'permission',
  'time_created',
  'time_updated',
] as const

/** Every session with the number of its messages and when one of them was last changed. Messages without a session come last. */
export const listSessions = (database: DatabaseSync): ListedSession[] => {
  const counts = countMessages(database)
  const present = columnsOf(database, 'session')
  const columns = SESSION_COLUMNS.map((name) => (present.has(name) ? `"${name}"` : `NULL AS "${name}"`))
  const listed = database
    .prepare(`SELECT id, ${columns.join(', ')} FROM session ORDER BY id`)
    .all()
    .flatMap(({ id, ...rest }): ListedSession[] =>
      typeof id === 'string' && id !== '' ? [toListed(id, rest, counts)] : [],
    )
  const orphans = [...counts.keys()].filter((id) => !listed.some((one) => one.id === id))
  return [...listed, ...orphans.map((id) => toListed(id, {}, counts))]
}

interface Count {
  messages: number
  changed: number
}

const countMessages = (database: DatabaseSync): Map<string, Count> => {
  const changed = columnsOf(database, 'message').has('time_updated') ? 'max(time_updated)' : '0'
  const rows = database
    .prepare(`SELECT session_id AS id, count(*) AS messages, ${changed} AS changed FROM message GROUP BY session_id`)
    .all()
  return new Map(
    rows.flatMap((row): [string, Count][] => {
      const id = asString(row.id)
      return id ? [[id, { messages: asNumber(row.messages) ?? 0, changed: asNumber(row.changed) ?? 0 }]] : []
    }),
  )
}

const toListed = (id: string, columns: JsonRecord, counts: ReadonlyMap<string, Count>): ListedSession => {
  const { messages = 0, changed = 0 } = counts.get(id) ?? {}
  return { id, messages, stamp: [messages, changed, asNumber(columns.time_updated) ?? 0].join('.'), columns }
}
