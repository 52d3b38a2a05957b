import type { Verdict } from '../../schema/outcome.ts'
import { type CallFilter, conditions } from './call-filter.ts'
import type { Connection, Row, Value } from '../connection.ts'
import { type ComplaintRows, replaceComplaints } from './complaint.ts'
import type { CopyFilter } from './copy-filter.ts'
import { IN_LIST, inLists, inPairs, PAIRS, update, upsertSql, where, writeRows } from '../statement.ts'
import { pick, readColumn, type RowOf } from '../table.ts'
import { JUDGED, unlessOverruled, WITH_OVERRULE } from './judged-call.ts'
import { moveOverrules } from './overrule.ts'
import { CALL, FILE, SESSION } from '../tables.ts'

const idIn = readColumn(CALL, 'id')
const sessionIn = readColumn(CALL, 'session_id')
const copyKeyIn = readColumn(CALL, 'copy_key')

/**
 * A lesser record never replaces a better one, and a sighting without a result never replaces one with a result. Then
 * it is settled again which copy counts.
 */
const REPLACE = upsertSql(
  CALL,
  `, copy_of = null where (excluded.rank <= call.rank and (excluded.result_line > 0 or call.result_line = 0))
                       or (excluded.result_line > 0 and call.result_line = 0)`,
)

/** What is written with the calls, and how. */
export interface CallExtras {
  filter?: CopyFilter
  complaints?: readonly ComplaintRows[]
}

/**
 * Writes calls with their complaints; idempotent on their identity. Returns the sessions that have to be counted again (copies of one call can
 * sit in sessions that this batch did not touch).
 */
export const writeCalls = async (
  connection: Connection,
  rows: readonly Value[][],
  { filter, complaints = [] }: CallExtras = {},
): Promise<Set<string>> => {
  // Before the first row is in: a store that is still empty is what the filter looks for.
  await filter?.check(connection)
  await writeComplaints(connection, rows, complaints, await writeRows(connection, CALL, rows, REPLACE))
  const sessions = new Set<string>()
  const keys = new Set<string>()
  for (const row of rows) {
    sessions.add(String(sessionIn(row)))
    const key = String(copyKeyIn(row))
    if (filter === undefined || filter.mayHaveCopies(key)) keys.add(key)
  }
  await settleCopies(connection, [...keys], sessions)
  return sessions
}

/** Complaints follow the row that counts: a sighting that did not replace its call replaces no complaint of it either. */
const writeComplaints = async (
  connection: Connection,
  rows: readonly Value[][],
  complaints: readonly ComplaintRows[],
  { present, refused }: { present: readonly number[]; refused: ReadonlySet<number> },
): Promise<void> => {
  const replaced = present.filter((index) => !refused.has(index)).map((index) => idIn(rows[index] ?? []))
  const latest = new Map<Value, Value[][]>()
  // A batch can hold a call twice, first without its result. The later row is stored.
  for (const { call, rows: found } of complaints) if (!refused.has(call)) latest.set(idIn(rows[call] ?? []), found)
  if (replaced.length > 0 || latest.size > 0) await replaceComplaints(connection, replaced, [...latest.values()].flat())
}

/**
 * Settles which copy of a call counts, in any order of import; the other copies point to it. A copy with a result
 * counts before one without. Then the earliest session wins; if two sessions start with the same copied line, the one
 * without a parent, else the smaller id.
 */
export const settleCopies = async (connection: Connection, keys: string[], sessions: Set<string>): Promise<void> => {
  for (const go of inLists(keys)) {
    const copied = await connection.all<{ copy_key: string }>(
      `select copy_key from call where copy_key in ${IN_LIST} group by copy_key having count(*) > 1`,
      go,
    )
    for (const part of inLists(copied.map((row) => row.copy_key))) {
      const calls = await connection.all<Copied>(
        `select call.id, call.session_id, call.copy_key, call.copy_of, call.copies from call
           join session on session.id = call.session_id where call.copy_key in ${IN_LIST}
          order by call.copy_key, call.result_line = 0, coalesce(session.started_at, 9007199254740991),
                session.parent_session is not null, session.native_id, call.position, call.id`,
        part,
      )
      await pointToFirst(connection, calls, sessions)
    }
  }
}

/** One of several copies of a call. */
type Copied = Row & { id: string; session_id: string; copy_key: string; copy_of: string | null; copies: number }

/** Takes copies in order: all copies of a call together, and the one that counts first. */
const pointToFirst = async (connection: Connection, calls: readonly Copied[], sessions: Set<string>): Promise<void> => {
  const owners = new Map<number, string[]>()
  const moved: { id: string; by: string }[] = []
  for (let from = 0; from < calls.length; ) {
    const owner = calls[from]
    if (owner === undefined) break
    let to = from + 1
    while (calls[to]?.copy_key === owner.copy_key) to++
    const copies = to - from - 1
    if (owner.copy_of !== null || owner.copies !== copies) owners.set(copies, [...(owners.get(copies) ?? []), owner.id])
    sessions.add(owner.session_id)
    for (const copy of calls.slice(from + 1, to)) {
      if (copy.copy_of === owner.id) continue
      moved.push({ id: copy.id, by: owner.id })
      sessions.add(copy.session_id)
    }
    from = to
  }
  for (const [copies, ids] of owners) {
    for (const go of inLists(ids)) {
      await connection.run(`update call set copy_of = null, copies = ? where id in ${IN_LIST}`, [copies, ...go])
    }
  }
  for (const go of inPairs(moved.map(({ id, by }) => [id, by]))) {
    await connection.run(
      `update call set copy_of = pair.column2, copies = 0 from ${PAIRS} as pair where call.id = pair.column1`,
      go,
    )
  }
  await moveOverrules(connection, moved)
}

const OF_CALL = pick(
  CALL,
  'id agent call_id tool kind subject masked position context_tokens seeded copies at line block',
)
const OF_SESSION = pick(SESSION, 'source platform owner project native_id:session')
const OF_FILE = pick(FILE, 'path')
const EVIDENCE = unlessOverruled('evidence', "coalesce(overrule.note, '')")
const COLUMNS = `${OF_CALL}, ${OF_SESSION}, ${OF_FILE}, ${JUDGED}, ${EVIDENCE} as evidence`

/** A call. If a person overruled its outcome, the fields hold the person's word. */
export type CallRow = RowOf<typeof OF_CALL> &
  RowOf<typeof OF_SESSION> &
  RowOf<typeof OF_FILE> &
  RowOf<typeof JUDGED> & { evidence: string }

const FROM = `from call join session on session.id = call.session_id join file on file.id = call.file_id ${WITH_OVERRULE}`

/** Every call once: the newest session first, and inside it in the order of the calls. */
export const listCalls = (connection: Connection, filter: CallFilter): AsyncIterable<CallRow> => {
  const { sql, values } = conditions(filter)
  return connection.each<CallRow>(
    `select ${COLUMNS} ${FROM} where ${sql}
      order by coalesce(session.started_at, 0) desc, session.source, session.native_id, call.agent is not null,
               call.agent, call.position, call.id`,
    values,
  )
}

/** Ids that begin so, at most `limit`. Ids are hex, so a range on the primary key finds them. */
export const callIdsByPrefix = async (connection: Connection, prefix: string, limit = 10): Promise<string[]> => {
  const rows = await connection.all<{ id: string }>(
    'select id from call where id >= ? and id < ? order by id limit ?',
    [prefix, `${prefix}g`, limit],
  )
  return rows.map((row) => row.id)
}

const KEPT = pick(
  CALL,
  'session_id copy_of result_line intent input args_head args_tail args_chars result_head result_tail',
  'result_chars made_by outcome:judged_outcome cause:judged_cause rung:judged_rung rule:judged_rule',
  'evidence:judged_evidence',
)
export type CallDetail = CallRow & RowOf<typeof KEPT> & { file_state: string }

export const findCall = async (connection: Connection, id: string): Promise<CallDetail | undefined> => {
  const [row] = await connection.all<CallDetail>(
    `select ${COLUMNS}, ${KEPT}, file.state as file_state ${FROM} where call.id = ?`,
    [id],
  )
  return row
}

/** Where the copies of a call stand. */
export const copiesOf = (
  connection: Connection,
  id: string,
): Promise<{ session: string; path: string; line: number }[]> =>
  connection.all(
    `select session.native_id as session, file.path, call.line from call
       join session on session.id = call.session_id join file on file.id = call.file_id
      where call.copy_of = ? order by session.native_id`,
    [id],
  )

const STALE = pick(
  CALL,
  'id session_id tool input args_head args_tail result_head result_tail result_chars outcome cause rung rule',
  'evidence masked',
)

/** Calls of files that are gone, judged by other rules (or all of them), in pages. */
export const staleCalls = (
  connection: Connection,
  options: { machine: string; madeBy: string; all: boolean; after: string; limit: number },
): Promise<RowOf<typeof STALE>[]> =>
  connection.all(
    `select ${STALE} from call join file on file.id = call.file_id
      where call.id > ? and file.machine = ? and file.state = 'missing' and (call.made_by <> ? or ? = 1)
      order by call.id limit ?`,
    [options.after, options.machine, options.madeBy, options.all ? 1 : 0, options.limit],
  )

export const rejudgeCall = (
  connection: Connection,
  id: string,
  { kind, trivial, madeBy, ...verdict }: Verdict & { kind: string; trivial: boolean; madeBy: string },
): Promise<number> =>
  update(
    connection,
    CALL,
    {
      outcome: verdict.outcome,
      cause: verdict.cause ?? null,
      rung: verdict.rung,
      rule: verdict.rule,
      evidence: verdict.evidence,
      masked: verdict.masked ? 1 : 0,
      kind,
      trivial: trivial ? 1 : 0,
      made_by: madeBy,
    },
    where(['id = ?', id]),
  )
