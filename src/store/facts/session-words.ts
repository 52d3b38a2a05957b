import type { Connection, Row, Value } from '../connection.ts'
import { escapedLike } from './like-words.ts'
import { formsOf } from './session-search.ts'

/** A condition on `session`: the word stands in its title, its project, a message that a person typed, or a call. */
export const sessionHolds = (word: string): { sql: string; values: Value[] } => {
  const values: Value[] = []
  const holds = (column: string): string => {
    const { sql, values: patterns } = columnHolds(column, word)
    values.push(...patterns)
    return sql
  }
  const sql = `(${holds('session.title')} or ${holds('session.project')}
    or exists (select 1 from turn where turn.session_id = session.id and turn.synthetic = 0 and ${holds('turn.text')})
    or exists (select 1 from call where call.session_id = session.id and call.copy_of is null and call.seeded = 0
      and (${holds('call.subject')} or ${holds('call.evidence')})))`
  return { sql, values }
}

const columnHolds = (column: string, word: string): { sql: string; values: Value[] } => {
  const forms = formsOf(word)
  return {
    sql: `(${forms.map(() => `lower(${column}) like ? escape '!'`).join(' or ')})`,
    values: forms.map((form) => `%${escapedLike(form)}%`),
  }
}

/** A text of a session in which a word was found. */
export interface WordPlace extends Row {
  /** The tool of a call; null: a message that a person typed. */
  tool: string | null
  text: string
}

/** The first message of a session that holds the word, else the first call; undefined where only its title or project does. */
export const findWord = async (
  connection: Connection,
  session: string,
  word: string,
): Promise<WordPlace | undefined> => {
  const inTurn = columnHolds('text', word)
  const [turn] = await connection.all<WordPlace>(
    `select null as tool, text from turn where session_id = ? and synthetic = 0 and ${inTurn.sql} order by agent, turn limit 1`,
    [session, ...inTurn.values],
  )
  if (turn !== undefined) return turn
  const [subject, evidence] = [columnHolds('subject', word), columnHolds('evidence', word)]
  const [call] = await connection.all<{ tool: string; subject: string; evidence: string }>(
    `select tool, subject, evidence from call where session_id = ? and copy_of is null and seeded = 0
        and (${subject.sql} or ${evidence.sql}) order by position, id limit 1`,
    [session, ...subject.values, ...evidence.values],
  )
  if (call === undefined) return undefined
  return { tool: call.tool, text: [call.subject, call.evidence].filter((text) => text !== '').join(': ') }
}
