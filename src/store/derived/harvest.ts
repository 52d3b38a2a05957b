import { UNOWNED } from '../../schema/owner.ts'
import type { Connection, Row, Value } from '../connection.ts'
import { upsertSql } from '../connection.ts'
import { IN_LIST, inLists } from '../in-list.ts'
import { IN_PROJECT, inProject } from '../facts/session.ts'
import { HARVEST } from '../tables.ts'
import type { TallyCallRow } from './profile-rows.ts'

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

/** A session as it is chosen for mining; the tally's columns are null where it made no calls. */
export interface MinedSessionRow extends Row {
  id: string
  source: string
  native_id: string
  platform: string | null
  parent_kind: string | null
  /** Under which it counts. */
  project: string | null
  /** The directory that its own record tells, inside which its paths are its own. */
  directory: string | null
  cwd: string | null
  model: string | null
  started_at: number | null
  last_at: number | null
  end_reason: string | null
  messages: number
  ok: number | null
  failed: number | null
  agent: number | null
  environment: number | null
  task_type: string | null
  track: string | null
}

/** Newest first; with a page only that part of them. */
export const minedSessions = async (
  connection: Connection,
  filter: MineFilter,
  page?: { size: number; from: number },
): Promise<MinedSessionRow[]> => {
  const { where, values } = conditions(filter)
  const part = page === undefined ? '' : ' limit ? offset ?'
  const goes = filter.ids === undefined ? [[]] : inLists(filter.ids)
  const among = filter.ids === undefined ? '' : ` and session.id in ${IN_LIST}`
  const rows: MinedSessionRow[] = []
  for (const go of goes) {
    rows.push(
      ...(await connection.all<MinedSessionRow>(
        `select session.id, session.source, session.native_id, session.platform, session.parent_kind, session.project,
                coalesce(session.found_project, session.project) as directory, session.cwd,
                session.model, session.started_at, session.last_at, session.end_reason, session.messages,
                tally.ok, tally.failed, tally.agent, tally.environment, tally.task_type, tally.track
           from session left join tally on tally.session_id = session.id
          where ${where}${among}
          order by coalesce(session.last_at, session.started_at, 0) desc, session.native_id, session.id${part}`,
        [...values, ...go, ...(page === undefined ? [] : [page.size, page.from])],
      )),
    )
  }
  return rows
}

/** Counts the sessions that fit by owner, most first, so that the operator sees which owner to ask for. Reads no content. */
export const minedOwners = (
  connection: Connection,
  filter: Omit<MineFilter, 'owner' | 'ids'>,
): Promise<{ owner: string; sessions: number }[]> => {
  const { parts, values } = narrowed(filter)
  return connection.all(
    `select session.owner, count(*) as sessions from session where ${['1 = 1', ...parts].join(' and ')}
      group by session.owner order by sessions desc, session.owner`,
    values,
  )
}

export interface HarvestRow extends Row {
  session_id: string
  shapes: string
  tracks: string
  errors: string
  foreign_paths: string
}

export const harvestsOf = async (
  connection: Connection,
  { owner, ids }: { owner: string; ids: readonly string[] },
): Promise<HarvestRow[]> => {
  const rows: HarvestRow[] = []
  for (const go of inLists(ids)) {
    rows.push(
      ...(await connection.all<HarvestRow>(
        `select harvest.session_id, harvest.shapes, harvest.tracks, harvest.errors, harvest.foreign_paths
           from session join harvest on harvest.session_id = session.id
          where session.owner = ? and session.id in ${IN_LIST}`,
        [owner, ...go],
      )),
    )
  }
  return rows
}

export interface ForeignRow extends Row {
  id: string
  project: string | null
  cwd: string | null
  foreign_paths: string
}

/** Sessions of an owner that brought files from elsewhere, whether they are mined or not; none that began at or after `until`. */
export const foreignRows = (
  connection: Connection,
  { owner, until }: { owner: string; until?: number | undefined },
): Promise<ForeignRow[]> =>
  connection.all<ForeignRow>(
    `select session.id, coalesce(session.found_project, session.project) as project, session.cwd, harvest.foreign_paths
       from harvest join session on session.id = harvest.session_id
      where session.owner = ? and harvest.foreign_paths <> ''${until === undefined ? '' : ' and session.started_at < ?'}
      order by session.id`,
    [owner, ...(until === undefined ? [] : [until])],
  )

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

export interface MinedStepRow extends TallyCallRow {
  at: number | null
}

/** The calls that count of these sessions, in order, a person's word in place of the ladder's; none at or after `until`. */
export const stepsOf = async (
  connection: Connection,
  { owner, ids, until }: { owner: string; ids: readonly string[]; until?: number | undefined },
): Promise<MinedStepRow[]> => {
  const rows: MinedStepRow[] = []
  const before = until === undefined ? '' : ' and call.at < ?'
  for (const go of inLists(ids)) {
    rows.push(
      ...(await connection.all<MinedStepRow>(
        `select call.session_id, call.id, call.agent, call.tool, call.kind, call.trivial, call.position, call.turn,
                call.context_tokens, call.subject, call.rule, call.evidence, call.at,
                coalesce(overrule.outcome, call.outcome) as outcome,
                case when overrule.call_id is null then call.cause else overrule.cause end as cause
           from call join session on session.id = call.session_id
           left join overrule on overrule.call_id = call.id
          where session.owner = ? and call.session_id in ${IN_LIST}
            and call.copy_of is null and call.seeded = 0${before}
          order by call.session_id, call.position, call.id`,
        [owner, ...go, ...(until === undefined ? [] : [until])],
      )),
    )
  }
  return rows
}

/** How many messages persons had typed into these sessions before a time. */
export const turnsBefore = async (
  connection: Connection,
  { owner, ids, until }: { owner: string; ids: readonly string[]; until: number },
): Promise<Map<string, number>> => {
  const counts = new Map<string, number>()
  for (const go of inLists(ids)) {
    const rows = await connection.all<{ session_id: string; n: number }>(
      `select turn.session_id, count(*) as n from turn join session on session.id = turn.session_id
        where session.owner = ? and turn.session_id in ${IN_LIST} and turn.agent = '' and turn.synthetic = 0
          and turn.at < ? group by turn.session_id`,
      [owner, ...go, until],
    )
    for (const row of rows) counts.set(row.session_id, row.n)
  }
  return counts
}

export interface MinedCallRow extends Row {
  id: string
  session_id: string
  session: string
  tool: string
  kind: string
  subject: string
  args_head: string | null
  args_tail: string | null
  result_head: string | null
  result_tail: string | null
  result_chars: number | null
  outcome: string
  masked: number
  evidence: string
  project: string | null
  cwd: string | null
  at: number | null
}

/** What the store kept of these calls. */
export const minedCalls = async (
  connection: Connection,
  { owner, ids }: { owner: string; ids: readonly string[] },
): Promise<MinedCallRow[]> => {
  const rows: MinedCallRow[] = []
  for (const go of inLists(ids)) {
    rows.push(
      ...(await connection.all<MinedCallRow>(
        `select call.id, call.session_id, session.native_id as session, call.tool, call.kind, call.subject,
                call.args_head, call.args_tail, call.result_head, call.result_tail, call.result_chars,
                coalesce(overrule.outcome, call.outcome) as outcome, call.masked, call.evidence,
                coalesce(session.found_project, session.project) as project, session.cwd,
                call.at
           from call join session on session.id = call.session_id
           left join overrule on overrule.call_id = call.id
          where session.owner = ? and call.id in ${IN_LIST} and call.copy_of is null and call.seeded = 0`,
        [owner, ...go],
      )),
    )
  }
  return rows
}

const UPSERT = upsertSql(HARVEST)

/** Writes the harvests of these sessions; those without a row had no calls. */
export const writeHarvests = async (
  connection: Connection,
  ids: readonly string[],
  rows: readonly Value[][],
): Promise<void> => {
  const kept = new Set(rows.map((row) => row[0]))
  for (const go of inLists(ids.filter((id) => !kept.has(id)))) {
    await connection.run(`delete from harvest where session_id in ${IN_LIST}`, go)
  }
  const present = await connection.insertNew(HARVEST, rows)
  for (const index of present) await connection.run(UPSERT, rows[index] ?? [])
}

const conditions = (filter: MineFilter): { where: string; values: Value[] } => {
  const { parts, values } = narrowed(filter)
  // Sessions without an owner are never mined, not even for the owner ''.
  const where = ['session.owner = ?', 'session.owner <> ?', ...parts].join(' and ')
  return { where, values: [filter.owner, UNOWNED, ...values] }
}

const narrowed = (filter: Omit<MineFilter, 'owner'>): { parts: string[]; values: Value[] } => {
  const parts: string[] = []
  const values: Value[] = []
  const narrow = (condition: string, ...given: (Value | undefined)[]) => {
    if (given[0] === undefined) return
    parts.push(condition)
    values.push(...(given as Value[]))
  }
  narrow('(session.source = ? or session.platform = ?)', filter.source, filter.source)
  narrow('session.platform = ?', filter.platform)
  narrow('session.model = ?', filter.model)
  if (filter.project !== undefined) narrow(IN_PROJECT, ...inProject(filter.project.replace(/(?<=.)\/+$/, '')))
  narrow('session.started_at >= ?', filter.since)
  narrow('session.started_at < ?', filter.until)
  return { parts, values }
}
