import type { Connection, Value } from '../connection.ts'
import { allIn, type Condition, given, IN_LIST, runIn, where, writeRows } from '../statement.ts'
import { pick, readColumn, type RowOf } from '../table.ts'
import { COUNTED, OUTCOME, VERDICT, WITH_OVERRULE } from '../facts/judged-call.ts'
import { begun, inProject, OWNED, withoutSlash } from '../facts/session-filter.ts'
import { CALL, HARVEST, SESSION, TALLY } from '../tables.ts'

/** Which sessions are mined. The owner must be named: no other owner's sessions are ever read. */
export interface MineFilter {
  owner: string
  /** Matches a source or a platform. */
  source?: string | undefined
  platform?: string | undefined
  project?: string | undefined
  model?: string | undefined
  /** Milliseconds; sessions that began at or after. */
  since?: number | undefined
  /** Sessions that began before; those without a time are left out. */
  until?: number | undefined
  /** Ours; given, only these. */
  ids?: readonly string[] | undefined
}

const OF_SESSION = pick(
  SESSION,
  'id source native_id platform parent_kind project cwd model started_at last_at end_reason messages',
)
const OF_TALLY = pick(TALLY, 'ok failed agent environment task_type track')
type TallyColumns = RowOf<typeof OF_TALLY>

/** A session as it is chosen for mining; the tally's columns are null where it made no calls. */
export type MinedSessionRow = RowOf<typeof OF_SESSION> & {
  [Name in keyof TallyColumns]: TallyColumns[Name] | null
} & {
  /** The directory that its own record tells, inside which its paths are its own. */
  directory: string | null
}

/** The directory that a session's own record tells. */
const DIRECTORY = 'coalesce(session.found_project, session.project)'

/** Newest first; with a page only that part of them. */
export const minedSessions = (
  connection: Connection,
  filter: MineFilter,
  page?: { size: number; from: number },
): Promise<MinedSessionRow[]> => {
  // Sessions without an owner are never mined, not even for the owner ''.
  const { sql, values } = where(['session.owner = ?', filter.owner], OWNED, narrowed(filter))
  const mined = `select ${OF_SESSION}, ${OF_TALLY}, ${DIRECTORY} as directory
       from session left join tally on tally.session_id = session.id where ${sql}`
  const order = `order by coalesce(session.last_at, session.started_at, 0) desc, session.native_id, session.id
    ${page === undefined ? '' : 'limit ? offset ?'}`
  const after = page === undefined ? [] : [page.size, page.from]
  return filter.ids === undefined
    ? connection.all<MinedSessionRow>(`${mined} ${order}`, [...values, ...after])
    : allIn(connection, `${mined} and session.id in ${IN_LIST} ${order}`, filter.ids, { before: values, after })
}

/** Counts the sessions that fit by owner, most first, so that the operator sees which owner to ask for. Reads no content. */
export const minedOwners = (
  connection: Connection,
  filter: Omit<MineFilter, 'owner' | 'ids'>,
): Promise<{ owner: string; sessions: number }[]> => {
  const { sql, values } = narrowed(filter)
  return connection.all(
    `select session.owner, count(*) as sessions from session where ${sql}
      group by session.owner order by sessions desc, session.owner`,
    values,
  )
}

const HARVESTED = pick(HARVEST, 'session_id shapes tracks errors foreign_paths')
export type HarvestRow = RowOf<typeof HARVESTED>

export const harvestsOf = (
  connection: Connection,
  { owner, ids }: { owner: string; ids: readonly string[] },
): Promise<HarvestRow[]> =>
  allIn(
    connection,
    `select ${HARVESTED} from session join harvest on harvest.session_id = session.id
      where session.owner = ? and session.id in ${IN_LIST}`,
    ids,
    { before: [owner] },
  )

const OF_PLACE = pick(SESSION, 'id cwd')
const FOREIGN = pick(HARVEST, 'foreign_paths')
export type ForeignRow = RowOf<typeof OF_PLACE> & RowOf<typeof FOREIGN> & { project: string | null }

/** Sessions of an owner that brought files from elsewhere, whether they are mined or not; none that began at or after `until`. */
export const foreignRows = (
  connection: Connection,
  { owner, until }: { owner: string; until?: number | undefined },
): Promise<ForeignRow[]> => {
  const { sql, values } = where(
    ['session.owner = ?', owner],
    "harvest.foreign_paths <> ''",
    given('session.started_at < ?', until),
  )
  return connection.all<ForeignRow>(
    `select ${OF_PLACE}, ${FOREIGN}, ${DIRECTORY} as project
       from harvest join session on session.id = harvest.session_id where ${sql} order by session.id`,
    values,
  )
}

/** Who came out of whom: a reset begins something new, everything else goes on with the same. */
export const lineageOf = (
  connection: Connection,
  owner: string,
): Promise<{ source: string; native_id: string; parent_session: string }[]> =>
  connection.all(
    `select source, native_id, parent_session from session
      where owner = ? and parent_session is not null and coalesce(parent_kind, '') <> 'reset'`,
    [owner],
  )

const STEP = pick(CALL, 'session_id id agent tool kind trivial position turn context_tokens subject rule evidence at')
export type MinedStepRow = RowOf<typeof STEP> & RowOf<typeof VERDICT>

/** Calls of an owner's sessions that count. */
const OWN_CALLS = `from call join session on session.id = call.session_id ${WITH_OVERRULE}
  where session.owner = ? and ${COUNTED}`

/**
 * Reads the counted calls of these sessions in order, up to `until`. An overruled outcome replaces that of the ladder.
 */
export const readSessionCalls = (
  connection: Connection,
  { owner, ids, until }: { owner: string; ids: readonly string[]; until?: number | undefined },
): Promise<MinedStepRow[]> =>
  allIn(
    connection,
    `select ${STEP}, ${VERDICT} ${OWN_CALLS} and call.session_id in ${IN_LIST}
      ${until === undefined ? '' : 'and call.at < ?'} order by call.session_id, call.position, call.id`,
    ids,
    { before: [owner], after: until === undefined ? [] : [until] },
  )

/** How many messages persons had typed into these sessions before a time. */
export const turnsBefore = async (
  connection: Connection,
  { owner, ids, until }: { owner: string; ids: readonly string[]; until: number },
): Promise<Map<string, number>> => {
  const rows = await allIn<{ session_id: string; n: number }>(
    connection,
    `select turn.session_id, count(*) as n from turn join session on session.id = turn.session_id
      where session.owner = ? and turn.session_id in ${IN_LIST} and turn.agent = '' and turn.synthetic = 0
        and turn.at < ? group by turn.session_id`,
    ids,
    { before: [owner], after: [until] },
  )
  return new Map(rows.map((row) => [row.session_id, row.n]))
}

const MINED = pick(
  CALL,
  'id session_id tool kind subject args_head args_tail result_head result_tail result_chars masked evidence at',
)
const MINED_IN = pick(SESSION, 'native_id:session cwd')
export type MinedCallRow = RowOf<typeof MINED> & RowOf<typeof MINED_IN> & { outcome: string; project: string | null }

/** What the store kept of these calls. */
export const minedCalls = (
  connection: Connection,
  { owner, ids }: { owner: string; ids: readonly string[] },
): Promise<MinedCallRow[]> =>
  allIn(
    connection,
    `select ${MINED}, ${MINED_IN}, ${OUTCOME} as outcome, ${DIRECTORY} as project ${OWN_CALLS} and call.id in ${IN_LIST}`,
    ids,
    { before: [owner] },
  )

/** Writes the harvests of these sessions; those without a row had no calls. */
export const writeHarvests = async (
  connection: Connection,
  ids: readonly string[],
  rows: readonly Value[][],
): Promise<void> => {
  const kept = new Set(rows.map(readColumn(HARVEST, 'session_id')))
  const emptied = ids.filter((id) => !kept.has(id))
  await runIn(connection, `delete from harvest where session_id in ${IN_LIST}`, emptied)
  await writeRows(connection, HARVEST, rows)
}

const narrowed = (filter: Omit<MineFilter, 'owner'>): Condition =>
  where(
    given('(session.source = ? or session.platform = ?)', filter.source, filter.source),
    given('session.platform = ?', filter.platform),
    given('session.model = ?', filter.model),
    filter.project !== undefined && inProject(withoutSlash(filter.project)),
    begun(filter),
  )
