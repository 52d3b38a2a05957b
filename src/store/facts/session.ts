import type { Connection, Row, Value } from '../connection.ts'
import { type Condition, given, IN_LIST, inLists, upsertSql, where, writeRows } from '../statement.ts'
import { pick, readColumn, type RowOf } from '../table.ts'
import { COUNTED, OUTCOME, WITH_OVERRULE } from './judged-call.ts'
import { applyClaims } from './owner.ts'
import { applyAliases } from './project-alias.ts'
import { begun, inProject, ofOwner } from './session-filter.ts'
import { sessionHolds } from './session-words.ts'
import { SESSION } from '../tables.ts'

/**
 * A session is described by its own record. Snapshots and fragments describe it only while no better record is known.
 * Of two equal records, the one that ends later wins.
 */
const REPLACE = upsertSql(
  SESSION,
  // Whatever is derived from the session has to be made anew.
  `, changed = 1 where excluded.rank < session.rank or (excluded.rank = session.rank and (excluded.file_id = session.file_id
      or coalesce(excluded.last_at, 0) > coalesce(session.last_at, 0)
      or (coalesce(excluded.last_at, 0) = coalesce(session.last_at, 0) and excluded.messages >= session.messages)))`,
)

/** Inserts the session with its first message. Later sightings replace the fields that they know better. */
export const writeSessions = async (connection: Connection, rows: readonly Value[][]): Promise<void> => {
  await writeRows(connection, SESSION, rows, REPLACE)
  const ids = rows.map(readColumn(SESSION, 'id'))
  await applyClaims(connection, ids)
  await applyAliases(connection, ids)
}

/** Counts a session's calls anew: copies and seeded calls left out, a person's word before the ladder's. */
export const recountSessions = async (connection: Connection, ids: Iterable<string>): Promise<void> => {
  const count = (outcome: string): string => `sum(case when ${COUNTED} and ${OUTCOME} = '${outcome}' then 1 else 0 end)`
  for (const go of inLists([...ids])) {
    await connection.run(
      `update session set ok_calls = counted.ok, error_calls = counted.failed, unknown_calls = counted.unknown, changed = 1
         from (select call.session_id, ${count('ok')} as ok, ${count('error')} as failed, ${count('unknown')} as unknown
                 from call ${WITH_OVERRULE} where call.session_id in ${IN_LIST} group by call.session_id) as counted
        where counted.session_id = session.id`,
      go,
    )
  }
}

/** Whether any session was read or held, of any owner. */
export const hasSessions = async (connection: Connection): Promise<boolean> =>
  (await connection.all('select id from session limit 1')).length > 0

export interface SessionFilter {
  source?: string | undefined
  platform?: string | undefined
  project?: string | undefined
  /** Undefined: all owners; sessions without an owner are left out. */
  owner?: string | undefined
  /** Also sessions without an owner. */
  withUnowned?: boolean | undefined
  /** Those that began then or later, and before `until`. */
  since?: number | undefined
  until?: number | undefined
  /** Each must stand in the title, the project, a message that a person typed, or a call. */
  words?: readonly string[] | undefined
  limit?: number | undefined
}

const LISTED = pick(
  SESSION,
  'id source native_id owner project platform cwd model title agent_version started_at last_at end_reason parent_session',
  'parent_kind messages user_messages input_tokens output_tokens cache_read_tokens cache_write_tokens cost_usd ok_calls',
  'error_calls unknown_calls',
)
const SESSIONS = `select ${LISTED}, file.path from session join file on file.id = session.file_id`

export type SessionRow = RowOf<typeof LISTED> & { path: string }

/** Newest first. */
export const listSessions = (connection: Connection, filter: SessionFilter): AsyncIterable<SessionRow> => {
  const { sql, values } = conditionsOf(filter)
  const limit = filter.limit === undefined ? '' : ' limit ?'
  if (filter.limit !== undefined) values.push(filter.limit)
  return connection.each<SessionRow>(
    `${SESSIONS} where ${sql}
      order by coalesce(session.last_at, session.started_at, 0) desc, session.native_id${limit}`,
    values,
  )
}

export interface SessionCount extends Row {
  platform: string | null
  parent_kind: string | null
  sessions: number
}

/** How many sessions a filter lets through, whatever its limit, by where they were held and how they came out of others. */
export const countSessions = (connection: Connection, filter: SessionFilter): Promise<SessionCount[]> => {
  const { sql, values } = conditionsOf(filter)
  return connection.all<SessionCount>(
    `select session.platform, session.parent_kind, count(*) as sessions from session where ${sql}
      group by session.platform, session.parent_kind`,
    values,
  )
}

const conditionsOf = (filter: SessionFilter): Condition =>
  where(
    filter.project !== undefined && inProject(filter.project),
    filter.withUnowned === true ? given('session.owner = ?', filter.owner) : ofOwner(filter.owner),
    given('session.source = ?', filter.source),
    given('session.platform = ?', filter.platform),
    begun(filter),
    ...(filter.words ?? []).map(sessionHolds),
  )

/** Sessions whose native id is or begins with `text`; an exact match comes alone. With an owner, sessions of other owners are not found. */
export const findSessions = async (
  connection: Connection,
  text: string,
  limit = 10,
  owner?: string,
): Promise<SessionRow[]> => {
  const find = (condition: readonly [sql: string, ...values: Value[]], order: string): Promise<SessionRow[]> => {
    const { sql, values } = where(condition, given('session.owner = ?', owner))
    return connection.all<SessionRow>(`${SESSIONS} where ${sql} ${order} limit ?`, [...values, limit])
  }
  const exact = await find(['session.native_id = ?', text], '')
  if (exact.length > 0) return exact
  return find(['substr(session.native_id, 1, ?) = ?', text.length, text], 'order by session.native_id')
}

/** Ids and titles of the newest sessions; of sessions without an owner none. */
export const newestNames = (
  connection: Connection,
  owner: string | undefined,
  limit: number,
): Promise<{ native_id: string; title: string | null }[]> => {
  const { sql, values } = ofOwner(owner)
  return connection.all(
    `select native_id, title from session where ${sql} order by coalesce(last_at, started_at, 0) desc, native_id limit ?`,
    [...values, limit],
  )
}
