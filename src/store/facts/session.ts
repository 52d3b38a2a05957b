import { UNOWNED } from '../../schema/owner.ts'
import { NO_PROJECT } from '../../schema/project.ts'
import type { Connection, Row, Value } from '../connection.ts'
import { upsertSql } from '../connection.ts'
import { IN_LIST, inLists } from '../in-list.ts'
import { applyClaims } from './owner.ts'
import { applyAliases } from './project-alias.ts'
import { sessionHolds } from './session-words.ts'
import { SESSION } from '../tables.ts'

/**
 * The session's own record describes it; snapshots and fragments only as long as nothing better is known. Of two equal
 * records the one that goes on longer.
 */
const REPLACE = upsertSql(
  SESSION,
  // Whatever is derived from the session has to be made anew.
  `, changed = 1 where excluded.rank < session.rank or (excluded.rank = session.rank and (excluded.file_id = session.file_id
      or coalesce(excluded.last_at, 0) > coalesce(session.last_at, 0)
      or (coalesce(excluded.last_at, 0) = coalesce(session.last_at, 0) and excluded.messages >= session.messages)))`,
)

/** Insert-or-ignore: a session comes into being with its first message; later sightings replace what they know better. */
export const writeSessions = async (connection: Connection, rows: readonly Value[][]): Promise<void> => {
  const present = await connection.insertNew(SESSION, rows)
  for (const index of present) {
    const row = rows[index]
    if (row !== undefined) await connection.run(REPLACE, row)
  }
  const ids = rows.map((row) => row[0] ?? null)
  await applyClaims(connection, ids)
  await applyAliases(connection, ids)
}

/** Counts a session's calls anew: copies and seeded calls left out, a person's word before the ladder's. */
export const recountSessions = async (connection: Connection, ids: Iterable<string>): Promise<void> => {
  for (const go of inLists([...ids])) {
    await connection.run(
      `update session set ok_calls = counted.ok, error_calls = counted.failed, unknown_calls = counted.unknown, changed = 1
         from (select call.session_id,
                      sum(case when call.copy_of is not null or call.seeded = 1 then 0
                               when coalesce(overrule.outcome, call.outcome) = 'ok' then 1 else 0 end) as ok,
                      sum(case when call.copy_of is not null or call.seeded = 1 then 0
                               when coalesce(overrule.outcome, call.outcome) = 'error' then 1 else 0 end) as failed,
                      sum(case when call.copy_of is not null or call.seeded = 1 then 0
                               when coalesce(overrule.outcome, call.outcome) = 'unknown' then 1 else 0 end) as unknown
                 from call left join overrule on overrule.call_id = call.id
                where call.session_id in ${IN_LIST} group by call.session_id) as counted
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

export interface SessionRow extends Row {
  id: string
  source: string
  native_id: string
  owner: string
  project: string | null
  platform: string | null
  cwd: string | null
  model: string | null
  title: string | null
  agent_version: string | null
  started_at: number | null
  last_at: number | null
  end_reason: string | null
  parent_session: string | null
  parent_kind: string | null
  messages: number
  user_messages: number
  input_tokens: number | null
  output_tokens: number | null
  cache_read_tokens: number | null
  cache_write_tokens: number | null
  cost_usd: number | null
  ok_calls: number
  error_calls: number
  unknown_calls: number
  path: string
}

const COLUMNS = `session.id, session.source, session.native_id, session.owner, session.project, session.platform,
  session.cwd, session.model, session.title, session.agent_version, session.started_at, session.last_at,
  session.end_reason, session.parent_session, session.parent_kind, session.messages, session.user_messages,
  session.input_tokens, session.output_tokens, session.cache_read_tokens, session.cache_write_tokens,
  session.cost_usd, session.ok_calls, session.error_calls, session.unknown_calls, file.path
  from session join file on file.id = session.file_id`

/** A project by its path, that of any directory joined to it, the name of its folder, or its repository (`sam/shop`). */
export const IN_PROJECT = `(session.project = ? or session.found_project = ? or session.repository = ?
  or substr(session.project, length(session.project) - ?) = ? or substr(session.repository, length(session.repository) - ?) = ?
  or (session.project is null and ? = '${NO_PROJECT}'))`

/** The values for `IN_PROJECT`. */
export const inProject = (project: string): Value[] => {
  const [, chars, folder] = inFolder(project)
  const small = project.toLowerCase()
  return [project, project, small, chars ?? null, folder ?? null, chars ?? null, `/${small}`, project]
}

/** The path itself, and the length and text of the end that another path has if its folder is called so. */
export const inFolder = (project: string): Value[] => [project, project.length, `/${project}`]

/** Newest first. */
export const listSessions = (connection: Connection, filter: SessionFilter): AsyncIterable<SessionRow> => {
  const { sql, values } = conditionsOf(filter)
  const limit = filter.limit === undefined ? '' : ' limit ?'
  if (filter.limit !== undefined) values.push(filter.limit)
  return connection.each<SessionRow>(
    `select ${COLUMNS} where ${sql}
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

const conditionsOf = (filter: SessionFilter): { sql: string; values: Value[] } => {
  const parts = ['1 = 1']
  const values: Value[] = []
  if (filter.project !== undefined) {
    parts.push(IN_PROJECT)
    values.push(...inProject(filter.project))
  }
  if (filter.owner === undefined && filter.withUnowned !== true) {
    parts.push('session.owner <> ?')
    values.push(UNOWNED)
  }
  for (const name of ['source', 'platform', 'owner'] as const) {
    const value = filter[name]
    if (value === undefined) continue
    parts.push(`session.${name} = ?`)
    values.push(value)
  }
  for (const [condition, moment] of [
    ['session.started_at >= ?', filter.since],
    ['session.started_at < ?', filter.until],
  ] as const) {
    if (moment === undefined) continue
    parts.push(condition)
    values.push(moment)
  }
  for (const word of filter.words ?? []) {
    const { sql, values: patterns } = sessionHolds(word)
    parts.push(sql)
    values.push(...patterns)
  }
  return { sql: parts.join(' and '), values }
}

/** Sessions whose native id is or begins with `text`; an exact match comes alone. With an owner, sessions of other owners are not found. */
export const findSessions = async (
  connection: Connection,
  text: string,
  limit = 10,
  owner?: string,
): Promise<SessionRow[]> => {
  const [whose, values]: [string, Value[]] = owner === undefined ? ['', []] : [' and session.owner = ?', [owner]]
  const exact = await connection.all<SessionRow>(`select ${COLUMNS} where session.native_id = ?${whose} limit ?`, [
    text,
    ...values,
    limit,
  ])
  if (exact.length > 0) return exact
  return connection.all<SessionRow>(
    `select ${COLUMNS} where substr(session.native_id, 1, ?) = ?${whose} order by session.native_id limit ?`,
    [text.length, text, ...values, limit],
  )
}

/** Ids and titles of the newest sessions; of sessions without an owner none. */
export const newestNames = (
  connection: Connection,
  owner: string | undefined,
  limit: number,
): Promise<{ native_id: string; title: string | null }[]> =>
  connection.all(
    `select native_id, title from session where ${owner === undefined ? 'owner <> ?' : 'owner = ?'}
      order by coalesce(last_at, started_at, 0) desc, native_id limit ?`,
    [owner ?? UNOWNED, limit],
  )
