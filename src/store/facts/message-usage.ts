import type { Connection, Value } from '../connection.ts'
import { upsertSql } from '../connection.ts'
import type { CopyFilter } from './copy-filter.ts'
import { IN_LIST, inLists } from '../in-list.ts'
import { MESSAGE_USAGE } from '../tables.ts'

const SESSION_ID = MESSAGE_USAGE.columns.indexOf('session_id')
const KEY = MESSAGE_USAGE.columns.indexOf('key')

/** While a message is streamed, agents write it several times with a growing output: the largest counts. */
const REPLACE = upsertSql(
  MESSAGE_USAGE,
  ' where coalesce(excluded.output_tokens, -1) > coalesce(message_usage.output_tokens, -1)',
)

/**
 * Writes what messages cost; idempotent on session and message. Adds to `sessions` those whose tokens change because they hold a copy.
 * Of several copies of a message the one in the earliest session counts, whatever the order of import.
 */
export const writeMessageUsage = async (
  connection: Connection,
  rows: readonly Value[][],
  { sessions, filter }: { sessions: Set<string>; filter?: CopyFilter },
): Promise<void> => {
  for (const index of await connection.insertNew(MESSAGE_USAGE, rows)) {
    const row = rows[index]
    if (row !== undefined) await connection.run(REPLACE, row)
  }
  const keys = new Set<string>()
  for (const row of rows) {
    sessions.add(String(row[SESSION_ID]))
    const key = String(row[KEY])
    if (filter === undefined || filter.mayHaveCopies(key)) keys.add(key)
  }
  for (const go of inLists([...keys])) await settleCopies(connection, go, sessions)
}

const settleCopies = async (connection: Connection, keys: Value[], sessions: Set<string>): Promise<void> => {
  const copies = await connection.all<{ session_id: string; key: string; is_copy: number }>(
    `select message_usage.session_id, message_usage.key, message_usage.is_copy from message_usage
       join session on session.id = message_usage.session_id
      where message_usage.key in (select key from message_usage where key in ${IN_LIST} group by key having count(*) > 1)
      order by message_usage.key, coalesce(session.started_at, 9007199254740991), session.parent_session is not null,
               session.native_id`,
    keys,
  )
  let last = ''
  for (const { session_id: session, key, is_copy: before } of copies) {
    const isCopy = key === last ? 1 : 0
    last = key
    if (isCopy === before) continue
    await connection.run('update message_usage set is_copy = ? where session_id = ? and key = ?', [
      isCopy,
      session,
      key,
    ])
    sessions.add(session)
  }
}

/** Puts the tokens of these sessions' messages into the sessions. Sessions without such messages keep what their record says. */
export const recountTokens = async (connection: Connection, sessions: Iterable<string>): Promise<void> => {
  const sum = (column: string): string =>
    `cast(sum(case when is_copy = 1 and ${column} is not null then 0 else ${column} end) as bigint) as ${column}`
  for (const go of inLists([...sessions])) {
    await connection.run(
      `update session set input_tokens = counted.input_tokens, output_tokens = counted.output_tokens,
              cache_read_tokens = counted.cache_read_tokens, cache_write_tokens = counted.cache_write_tokens, changed = 1
         from (select session_id, ${TOKENS.map(sum).join(', ')} from message_usage
                where session_id in ${IN_LIST} group by session_id) as counted
        where counted.session_id = session.id`,
      go,
    )
  }
}

const TOKENS = ['input_tokens', 'output_tokens', 'cache_read_tokens', 'cache_write_tokens']
