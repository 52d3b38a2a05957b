import type { Connection, Row } from '../connection.ts'
import { IN_LIST, inLists } from '../statement.ts'
import { integer, nullable, pick, type RowOf, table, text, toValues } from '../table.ts'
import { inFolder, withoutSlash } from '../facts/session-filter.ts'
import { SESSION } from '../tables.ts'
import { READY_HINT, READY_TERM } from './ready.ts'

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

/**
 * Lists the templates of one owner or all that changed since they were last made ready. One statement, which returns no
 * rows if none did.
 */
export const readyWork = (
  connection: Connection,
  { owner, madeBy }: { owner?: string | undefined; madeBy: string },
): Promise<ReadyWorkRow[]> => {
  const of = (name: string): string => (owner === undefined ? '' : ` and ${name}.owner = ?`)
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

export const READY = table('ready', ['template_id'], {
  template_id: text,
  owner: text,
  version: integer,
  made_by: text,
  basis: text,
  dose: integer,
  tokens: integer,
  /** When the columns called `later` take the place of the others. */
  expires_at: nullable(integer),
  tokens_later: integer,
  dose_later: integer,
  seen: text,
  seen_later: text,
  text,
  text_later: text,
})

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
 * Replaces the rows of a template. Writes nothing and returns false if the template has changed since the rows were
 * begun. Call it inside a transaction.
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
  const { version, madeBy, now, later, expiresAt } = rows
  const of = { owner, template_id: id }
  const made = { version, made_by: madeBy, basis, expires_at: expiresAt }
  await connection.insertNew(READY, [
    toValues(READY, {
      ...of,
      ...made,
      dose: now.dose,
      tokens: now.tokens,
      seen: JSON.stringify(now.seen),
      text: now.text,
      dose_later: later.dose,
      tokens_later: later.tokens,
      seen_later: JSON.stringify(later.seen),
      text_later: later.text,
    }),
  ])
  await connection.insertNew(
    READY_TERM,
    rows.terms.map((term) => toValues(READY_TERM, { ...term, ...of })),
  )
  await connection.insertNew(
    READY_HINT,
    rows.hints.map(({ expiresAt: expires_at, ...hint }) => toValues(READY_HINT, { ...hint, ...of, expires_at })),
  )
  return true
}

/** Removes the rows of a template. Call it inside a transaction. */
export const dropReady = async (connection: Connection, owner: string, id: string): Promise<void> => {
  await connection.run('delete from ready where owner = ? and template_id = ?', [owner, id])
  await connection.run('delete from ready_term where owner = ? and template_id = ?', [owner, id])
  await connection.run('delete from ready_hint where owner = ? and template_id = ?', [owner, id])
}

const HEARD_SESSION = pick(SESSION, 'id project title')
export type HeardSessionRow = RowOf<typeof HEARD_SESSION>

const HEARD = `select ${HEARD_SESSION} from session where session.owner = ? and `
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
  if (project !== null) {
    const { sql, values } = inFolder('session.project', withoutSlash(project))
    keep(await connection.all<HeardSessionRow>(`${HEARD} ${sql}${NEWEST}`, [owner, ...values, most]))
  }
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

/** This many characters of the arguments and the result of a call are read for words: names stand at the beginning. */
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
