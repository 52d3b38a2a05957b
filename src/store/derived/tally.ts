import type { Connection, Row, Value } from '../connection.ts'
import { allIn, type Condition, given, IN_LIST, runIn, where, writeRows } from '../statement.ts'
import { pick, readColumn, type RowOf } from '../table.ts'
import { readMeta, writeMeta } from '../meta.ts'
import { begun, inProject, ofOwner, OWNED, withoutSlash } from '../facts/session-filter.ts'
import { SESSION, TALLY } from '../tables.ts'

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

/** Writes the tallies of these sessions (those without a row had no calls) and says that they are up to date. */
export const writeTallies = async (
  connection: Connection,
  ids: readonly string[],
  rows: readonly Value[][],
): Promise<void> => {
  const kept = new Set(rows.map(readColumn(TALLY, 'session_id')))
  const emptied = ids.filter((id) => !kept.has(id))
  await runIn(connection, `delete from tally where session_id in ${IN_LIST}`, emptied)
  await writeRows(connection, TALLY, rows)
  await runIn(connection, `update session set changed = 0 where id in ${IN_LIST}`, ids)
}

const OF_SESSION = pick(
  SESSION,
  'id source native_id platform project model started_at messages end_reason input_tokens output_tokens',
  'cache_read_tokens cache_write_tokens cost_usd',
)
const OF_TALLY = pick(
  TALLY,
  'calls ok failed unknown trivial_ok trivial_failed trivial_unknown agent environment person expected not_run recovered',
  'recoverable task_type opening track strata marks tools errors compactions masks spent',
)
const TALLIES = `select ${OF_SESSION}, ${OF_TALLY} from session left join tally on tally.session_id = session.id`

/** What a tally says of its session; null where it made no calls. */
type TallyColumns = RowOf<typeof OF_TALLY>

/** A session with its tally. */
export type TallyRow = RowOf<typeof OF_SESSION> & { [Name in keyof TallyColumns]: TallyColumns[Name] | null }

/** Sessions that fit, each with its tally, in a fixed order. */
export const eachTally = (connection: Connection, filter: HistoryFilter): AsyncIterable<TallyRow> => {
  const { sql, values } = conditions(filter)
  return connection.each<TallyRow>(`${TALLIES} where ${sql} order by session.id`, values)
}

/** Reads the tallies of these sessions. */
export const talliesOf = (connection: Connection, ids: readonly string[]): Promise<TallyRow[]> =>
  allIn<TallyRow>(connection, `${TALLIES} where session.id in ${IN_LIST}`, ids)

/** The newest sessions with calls, and how many; those without an owner left out. */
export const newestWithCalls = (connection: Connection, limit: number): Promise<{ id: string; calls: number }[]> =>
  connection.all(
    `select id, ok_calls + error_calls + unknown_calls as calls from session
      where ${OWNED} and ok_calls + error_calls + unknown_calls > 0
      order by coalesce(last_at, started_at, 0) desc, id limit ?`,
    [limit],
  )

/** Finds the session with most calls among the newest that fit. */
export const longestOfNewest = async (
  connection: Connection,
  filter: HistoryFilter,
  newest: number,
): Promise<string | undefined> => {
  const { sql, values } = conditions(filter)
  const rows = await connection.all<{ native_id: string; calls: number }>(
    `select session.native_id, session.ok_calls + session.error_calls + session.unknown_calls as calls from session
      where ${sql} order by coalesce(session.last_at, session.started_at, 0) desc, session.native_id limit ?`,
    [...values, newest],
  )
  return rows.filter((row) => row.calls > 0).toSorted((a, b) => b.calls - a.calls)[0]?.native_id
}

/** A session that goes on where its parent was compressed. */
export interface Child {
  id: string
  session: string
  source: string
  startedAt: number | null
  parentId: string
  parent: string
}

export const compressionChildren = (connection: Connection): Promise<Child[]> =>
  connection.all<Row & Child>(
    `select session.id, session.native_id as session, session.source, session.started_at as "startedAt",
            parent.id as "parentId", parent.native_id as parent
       from session join session as parent
         on parent.native_id = session.parent_session and parent.source = session.source and parent.owner = session.owner
      where session.parent_kind = 'compression' and parent.id <> session.id order by session.id`,
  )

const UNRECORDED = 'unknown'

const conditions = (filter: HistoryFilter): Condition =>
  where(
    given('session.source = ?', filter.source),
    orUnrecorded('platform', filter.platform),
    orUnrecorded('model', filter.model),
    filter.project !== undefined && inProject(withoutSlash(filter.project)),
    ofOwner(filter.owner),
    begun(filter),
    given('session.messages >= ?', filter.minMessages),
  )

/** What is not recorded is listed as unknown, and can be asked for by that word. */
const orUnrecorded = (column: 'platform' | 'model', value: string | undefined): Condition =>
  value === UNRECORDED
    ? where(`(session.${column} is null or session.${column} = '${UNRECORDED}')`)
    : where(given(`session.${column} = ?`, value))
