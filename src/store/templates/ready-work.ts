import type { Connection, Row, Table, Value } from '../connection.ts'
import { IN_LIST, inLists } from '../in-list.ts'
import { inFolder } from '../facts/session.ts'

/** What of a template its ready rows depend on, in one text. */
const BASIS = `cast(template.version as text) || ' ' || cast(template.hash as text) || ' ' ||
  coalesce(cast(template.project as text), '') || ' ' || cast(length(cast(template.source_sessions as text)) as text)
  || ' ' || cast(template.description as text) || ' ' || cast(template.tags as text)`

/** A template whose rows are to be made, or one whose rows are to go. */
export interface ReadyWorkRow extends Row {
  id: string
  owner: string
  /** Null: it is gone or not active any more. */
  name: string | null
  basis: string
}

/** What changed since it was last made ready, of one owner or of all. One statement, and no rows where nothing did. */
export const readyWork = (
  connection: Connection,
  { owner, madeBy }: { owner?: string | undefined; madeBy: string },
): Promise<ReadyWorkRow[]> => {
  const of = (table: string): string => (owner === undefined ? '' : ` and ${table}.owner = ?`)
  const owners = owner === undefined ? [] : [owner]
  return connection.all<ReadyWorkRow>(
    `select cast(template.id as text) as id, cast(template.owner as text) as owner, cast(template.name as text) as name,
            ${BASIS} as basis
       from template left join ready on ready.template_id = template.id and ready.owner = template.owner
      where template.state = 'active' and (ready.template_id is null or ready.made_by <> ? or ready.basis <> ${BASIS})${of('template')}
      union all
     select ready.template_id, ready.owner, null, ''
       from ready left join template
         on template.id = ready.template_id and template.owner = ready.owner and template.state = 'active'
      where template.id is null${of('ready')}
      order by 2, 1`,
    [madeBy, ...owners, ...owners],
  )
}

/** Has the rows of an owner's templates made anew: they depend on what the owner said about single lines. */
export const outdateReady = (connection: Connection, owner: string): Promise<number> =>
  connection.run("update ready set made_by = '' where owner = ?", [owner])

const READY: Table = {
  name: 'ready',
  key: ['template_id'],
  columns:
    'template_id owner version made_by basis dose tokens expires_at tokens_later dose_later seen seen_later text text_later'.split(
      ' ',
    ),
}
const READY_TERM: Table = {
  name: 'ready_term',
  key: ['owner', 'term', 'template_id'],
  columns: ['owner', 'term', 'template_id', 'weight'],
}
const READY_HINT: Table = {
  name: 'ready_hint',
  key: ['owner', 'key', 'template_id', 'recovery'],
  columns: ['owner', 'key', 'template_id', 'recovery', 'project', 'support', 'expires_at', 'text'],
}

/** The text of a seed, and what it shows. */
export interface ReadyText {
  text: string
  seen: readonly string[]
  dose: number
  tokens: number
}

export interface ReadyRows {
  version: number
  madeBy: string
  now: ReadyText
  later: ReadyText
  /** When `later` takes the place of `now`. */
  expiresAt: number | null
  terms: readonly { term: string; weight: number }[]
  hints: readonly {
    key: string
    recovery: string
    project: string | null
    support: number
    expiresAt: number | null
    text: string
  }[]
}

/**
 * Puts the rows of a template in the place of those it had; false where it has changed since they were begun, and then nothing is
 * written. To be called inside a transaction.
 */
export const replaceReady = async (
  connection: Connection,
  { id, owner, basis }: Pick<ReadyWorkRow, 'id' | 'owner' | 'basis'>,
  rows: ReadyRows,
): Promise<boolean> => {
  const same = await connection.all(
    `select 1 as one from template where owner = ? and id = ? and state = 'active' and ${BASIS} = ?`,
    [owner, id, basis],
  )
  if (same.length === 0) return false
  await dropReady(connection, owner, id)
  const { now, later } = rows
  const made: Value[] = [id, owner, rows.version, rows.madeBy, basis, now.dose, now.tokens, rows.expiresAt]
  made.push(later.tokens, later.dose, JSON.stringify(now.seen), JSON.stringify(later.seen), now.text, later.text)
  await connection.insertNew(READY, [made])
  await connection.insertNew(
    READY_TERM,
    rows.terms.map(({ term, weight }) => [owner, term, id, weight]),
  )
  await connection.insertNew(
    READY_HINT,
    rows.hints.map((hint) => [
      owner,
      hint.key,
      id,
      hint.recovery,
      hint.project,
      hint.support,
      hint.expiresAt,
      hint.text,
    ]),
  )
  return true
}

/** Removes the rows of a template. To be called inside a transaction. */
export const dropReady = async (connection: Connection, owner: string, id: string): Promise<void> => {
  await connection.run('delete from ready where owner = ? and template_id = ?', [owner, id])
  await connection.run('delete from ready_term where owner = ? and template_id = ?', [owner, id])
  await connection.run('delete from ready_hint where owner = ? and template_id = ?', [owner, id])
}

export interface HeardSessionRow extends Row {
  id: string
  project: string | null
  title: string | null
}

const HEARD = `select session.id, session.project, session.title from session where session.owner = ? and `
const NEWEST = ' order by coalesce(session.last_at, session.started_at, 0) desc, session.id limit ?'

/** The newest sessions that a template came from, and of its project. */
export const heardSessions = async (
  connection: Connection,
  owner: string,
  { nativeIds, project, most }: { nativeIds: readonly string[]; project: string | null; most: number },
): Promise<HeardSessionRow[]> => {
  const found = new Map<string, HeardSessionRow>()
  const keep = (rows: readonly HeardSessionRow[]): void => {
    for (const row of rows) if (found.size < most) found.set(row.id, row)
  }
  for (const go of inLists(nativeIds))
    keep(
      await connection.all<HeardSessionRow>(`${HEARD} session.native_id in ${IN_LIST}${NEWEST}`, [owner, ...go, most]),
    )
  if (project !== null)
    keep(
      await connection.all<HeardSessionRow>(
        `${HEARD} (session.project = ? or substr(session.project, length(session.project) - ?) = ?)${NEWEST}`,
        [owner, ...inFolder(project.replace(/(?<=.)\/+$/, '')), most],
      ),
    )
  return [...found.values()]
}

/** The first messages that persons typed into the main conversation of a session. */
export const heardMessages = (
  connection: Connection,
  owner: string,
  { session, most }: { session: string; most: number },
): Promise<{ text: string }[]> =>
  connection.all(
    `select turn.text from turn join session on session.id = turn.session_id
      where session.owner = ? and turn.session_id = ? and turn.agent = '' and turn.synthetic = 0
      order by turn.turn limit ?`,
    [owner, session, most],
  )

/** Of what a call was given and gave back so much is looked at: what a thing is called stands at its beginning. */
const HEAD_CHARS = 300

/** What the first calls of a session were about. */
export const heardCalls = (
  connection: Connection,
  owner: string,
  { session, most }: { session: string; most: number },
): Promise<{ subject: string; intent: string; input: string; result: string }[]> =>
  connection.all(
    `select call.subject, call.intent, substr(coalesce(call.args_head, ''), 1, ${HEAD_CHARS}) as input,
            substr(coalesce(call.result_head, ''), 1, ${HEAD_CHARS}) as result
       from call join session on session.id = call.session_id
      where session.owner = ? and call.session_id = ? and call.copy_of is null and call.seeded = 0
      order by call.position, call.id limit ?`,
    [owner, session, most],
  )
