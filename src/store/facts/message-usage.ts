import type { Connection, Value } from '../connection.ts'
import type { CopyFilter } from './copy-filter.ts'
import { IN_LIST, inLists, upsertSql, writeRows } from '../statement.ts'
import { readColumn } from '../table.ts'
import { MESSAGE_USAGE, TOKENS } from '../tables.ts'

const sessionIn = readColumn(MESSAGE_USAGE, 'session_id')
const keyIn = readColumn(MESSAGE_USAGE, 'key')

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
  await writeRows(connection, MESSAGE_USAGE, rows, REPLACE)
  const keys = new Set<string>()
  for (const row of rows) {
    sessions.add(String(sessionIn(row)))
    const key = String(keyIn(row))
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
  const names = Object.keys(TOKENS)
  const sum = (column: string): string =>
    `cast(sum(case when is_copy = 1 and ${column} is not null then 0 else ${column} end) as bigint) as ${column}`
  for (const go of inLists([...sessions])) {
    await connection.run(
      `update session set ${names.map((name) => `${name} = counted.${name}`).join(', ')}, changed = 1
         from (select session_id, ${names.map(sum).join(', ')} from message_usage
                where session_id in ${IN_LIST} group by session_id) as counted
        where counted.session_id = session.id`,
      go,
    )
  }
}
