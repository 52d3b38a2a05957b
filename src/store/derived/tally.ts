import { UNOWNED } from '../../schema/owner.ts'
import type { Connection, Row, Value } from '../connection.ts'
import { upsertSql } from '../connection.ts'
import { IN_LIST, inLists } from '../in-list.ts'
import { IN_PROJECT, inProject } from '../facts/session.ts'
import { readMeta, writeMeta } from '../meta.ts'
import { TALLY } from '../tables.ts'

/** What a profile may be narrowed to. Undefined fields do not narrow. */
export interface HistoryFilter {
  source?: string | undefined
  platform?: string | undefined
  project?: string | undefined
  model?: string | undefined
  /** Undefined: all owners; sessions without an owner are left out. */
  owner?: string | undefined
  /** Milliseconds; sessions that began at or after. */
  since?: number | undefined
  /** Sessions that began before. */
  until?: number | undefined
  minMessages?: number | undefined
}

/** Sessions whose tally is out of date, in pages, with how many calls they have (copies left out). */
export const changedSessions = (connection: Connection, limit: number): Promise<{ id: string; calls: number }[]> =>
  connection.all(
    `select id, ok_calls + error_calls + unknown_calls as calls from session where changed = 1 order by started_at, id limit ?`,
    [limit],
  )

/** Whether any session's tally is out of date, or all are because the rules have changed by which they are made. */
export const hasChangedSessions = async (connection: Connection, madeBy: string): Promise<boolean> =>
  (await readMeta(connection, MADE_BY)) !== madeBy || (await changedSessions(connection, 1)).length > 0

/** After a change of the rules all tallies are made anew. */
export const outdateTallies = async (connection: Connection, madeBy: string): Promise<void> => {
  if ((await readMeta(connection, MADE_BY)) === madeBy) return
  await connection.transaction(async (transaction) => {
    await transaction.run('update session set changed = 1 where changed = 0')
    await writeMeta(transaction, MADE_BY, madeBy)
  })
}

const MADE_BY = 'tallies-made-by'

const UPSERT = upsertSql(TALLY)

/** Writes the tallies of these sessions (those without a row had no calls) and says that they are up to date. */
export const writeTallies = async (
  connection: Connection,
  ids: readonly string[],
  rows: readonly Value[][],
): Promise<void> => {
  const kept = new Set(rows.map((row) => row[0]))
  const emptied = ids.filter((id) => !kept.has(id))
  for (const go of inLists(emptied)) await connection.run(`delete from tally where session_id in ${IN_LIST}`, go)
  const present = await connection.insertNew(TALLY, rows)
  for (const index of present) await connection.run(UPSERT, rows[index] ?? [])
  for (const go of inLists(ids)) await connection.run(`update session set changed = 0 where id in ${IN_LIST}`, go)
}

/** A session with its tally; the tally's columns are null where it made no calls. */
export interface TallyRow extends Row {
  id: string
  source: string
  native_id: string
  platform: string | null
  project: string | null
  model: string | null
  started_at: number | null
  messages: number
  end_reason: string | null
  input_tokens: number | null
  output_tokens: number | null
  cache_read_tokens: number | null
  cache_write_tokens: number | null
  cost_usd: number | null
  calls: number | null
  ok: number | null
  failed: number | null
  unknown: number | null
  trivial_ok: number | null
  trivial_failed: number | null
  trivial_unknown: number | null
  agent: number | null
  environment: number | null
  person: number | null
  expected: number | null
  not_run: number | null
  recovered: number | null
  recoverable: number | null
  task_type: string | null
  opening: string | null
  track: string | null
  strata: string | null
  marks: string | null
  tools: string | null
  errors: string | null
  compactions: string | null
  masks: string | null
  spent: number | null
}

const SESSION_COLUMNS = `session.id, session.source, session.native_id, session.platform, session.project, session.model,
  session.started_at, session.messages, session.end_reason, session.input_tokens, session.output_tokens,
  session.cache_read_tokens, session.cache_write_tokens, session.cost_usd`
const TALLY_COLUMNS = TALLY.columns
  .slice(2)
  .map((column) => `tally.${column}`)
  .join(', ')

/** Sessions that fit, each with its tally, in a fixed order. */
export const eachTally = (connection: Connection, filter: HistoryFilter): AsyncIterable<TallyRow> => {
  const { where, values } = conditions(filter)
  return connection.each<TallyRow>(
    `select ${SESSION_COLUMNS}, ${TALLY_COLUMNS} from session left join tally on tally.session_id = session.id
      ${where} order by session.id`,
    values,
  )
}

/** The same for these sessions. */
export const talliesOf = async (connection: Connection, ids: readonly string[]): Promise<TallyRow[]> => {
  const rows: TallyRow[] = []
  for (const go of inLists(ids)) {
    rows.push(
      ...(await connection.all<TallyRow>(
        `select ${SESSION_COLUMNS}, ${TALLY_COLUMNS} from session left join tally on tally.session_id = session.id
          where session.id in ${IN_LIST}`,
        go,
      )),
    )
  }
  return rows
}

/** The newest sessions with calls, and how many; those without an owner left out. */
export const newestWithCalls = (connection: Connection, limit: number): Promise<{ id: string; calls: number }[]> =>
  connection.all(
    `select id, ok_calls + error_calls + unknown_calls as calls from session
      where owner <> ? and ok_calls + error_calls + unknown_calls > 0
      order by coalesce(last_at, started_at, 0) desc, id limit ?`,
    [UNOWNED, limit],
  )

/** Of the newest sessions that fit, the one with most calls. */
export const longestOfNewest = async (
  connection: Connection,
  filter: HistoryFilter,
  newest: number,
): Promise<string | undefined> => {
  const { where, values } = conditions(filter)
  const rows = await connection.all<{ native_id: string; calls: number }>(
    `select session.native_id, session.ok_calls + session.error_calls + session.unknown_calls as calls from session
      ${where} order by coalesce(session.last_at, session.started_at, 0) desc, session.native_id limit ?`,
    [...values, newest],
  )
  return rows.filter((row) => row.calls > 0).toSorted((a, b) => b.calls - a.calls)[0]?.native_id
}

/** A session that goes on where its parent was compressed. */
export interface Child extends Row {
  id: string
  session: string
  source: string
  startedAt: number | null
  parentId: string
  parent: string
}

export const compressionChildren = (connection: Connection): Promise<Child[]> =>
  connection.all<Child>(
    `select session.id, session.native_id as session, session.source, session.started_at as "startedAt",
            parent.id as "parentId", parent.native_id as parent
       from session join session as parent
         on parent.native_id = session.parent_session and parent.source = session.source and parent.owner = session.owner
      where session.parent_kind = 'compression' and parent.id <> session.id order by session.id`,
  )

const UNRECORDED = 'unknown'

const conditions = (filter: HistoryFilter): { where: string; values: Value[] } => {
  const parts = ['1 = 1']
  const values: Value[] = []
  const narrow = (condition: string, ...given: (Value | undefined)[]) => {
    if (given[0] === undefined) return
    parts.push(condition)
    values.push(...(given as Value[]))
  }
  narrow('session.source = ?', filter.source)
  for (const name of ['platform', 'model', 'project'] as const) {
    const value = filter[name]
    // What is not recorded is listed as unknown, and can be asked for by that word.
    if (value === UNRECORDED && name !== 'project')
      parts.push(`(session.${name} is null or session.${name} = '${UNRECORDED}')`)
    else if (name !== 'project') narrow(`session.${name} = ?`, value)
    else if (value !== undefined) narrow(IN_PROJECT, ...inProject(value.replace(/(?<=.)\/+$/, '')))
  }
  narrow(filter.owner === undefined ? 'session.owner <> ?' : 'session.owner = ?', filter.owner ?? UNOWNED)
  narrow('session.started_at >= ?', filter.since)
  narrow('session.started_at < ?', filter.until)
  narrow('session.messages >= ?', filter.minMessages)
  return { where: `where ${parts.join(' and ')}`, values }
}
