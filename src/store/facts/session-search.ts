import { asciiLower, escapedLike, type Words } from './like-words.ts'
import type { Connection, Row, Value } from '../connection.ts'
import { IN_LIST, inLists } from '../statement.ts'

/** A session that words were found in, or are looked for in. */
export interface SearchedSession {
  /** The id of a live session, or the agent's own id of an imported one. */
  session: string
  /** The key of its messages or turns. */
  key: string
  source: string | undefined
  platform: string | undefined
  project: string | undefined
  title: string | undefined
  lastAt: number | undefined
}

/** One message whose words may be those that are looked for: the caller looks at it again. */
export interface FoundMessage {
  key: string
  role: string
  at: number | undefined
  text: string
  /** The fields of a live message besides its text, as JSON. */
  data: string | undefined
}

/** The owner's live sessions, newest first, a page at a time. */
export const pageOfLiveSessions = async (
  connection: Connection,
  owner: string,
  { offset, limit }: { offset: number; limit: number },
): Promise<SearchedSession[]> => {
  const rows = await connection.all<SessionRow>(
    `select id as native_id, id, null as source, platform, project, title, last_at from live_session
      where owner = ? order by last_at desc, id limit ? offset ?`,
    [owner, limit, offset],
  )
  return rows.map(sessionOf)
}

/** The owner's imported sessions, newest first; those that we ran ourselves are searched where their full words are. */
export const pageOfImportedSessions = async (
  connection: Connection,
  owner: string,
  { offset, limit }: { offset: number; limit: number },
): Promise<SearchedSession[]> => {
  const rows = await connection.all<SessionRow>(
    `select id, native_id, source, platform, project, title, coalesce(last_at, started_at) as last_at from session
      where owner = ? and not exists (
        select 1 from live_session where live_session.id = session.native_id and live_session.owner = session.owner)
      order by coalesce(last_at, started_at, 0) desc, id limit ? offset ?`,
    [owner, limit, offset],
  )
  return rows.map(sessionOf)
}

/**
 * Messages of these sessions that may hold the words, newest first. The owner is asked for again, so that no list of sessions can
 * open those of another. Messages of `current` that are still in front of the model are left out.
 */
export const searchLiveMessages = async (
  connection: Connection,
  owner: string,
  { sessions, words, roles, current, limit }: LiveSearch,
): Promise<FoundMessage[]> => {
  const { sql, values } = conditionOf(words, ['text', 'data'])
  const found: FoundMessage[] = []
  for (const list of inLists(sessions)) {
    const rows = await connection.all<MessageRow>(
      `select session_id, role, at, text, data from live_message
        where session_id in ${IN_LIST} and role in (${roles.map(() => '?').join(', ')})
          and not (session_id = ? and is_active = 1)
          and exists (select 1 from live_session where live_session.id = live_message.session_id and live_session.owner = ?)
          and ${sql}
        order by at desc, session_id, position desc limit ?`,
      [...list, ...roles, current, owner, ...values, limit],
    )
    for (const { session_id: key, role, at, text, data } of rows)
      found.push({ key, role, at: at ?? undefined, text, data })
  }
  return found
}

interface LiveSearch {
  sessions: readonly string[]
  words: Words
  roles: readonly string[]
  current: string
  limit: number
}

/** What users typed in these imported sessions that may hold the words, newest first. */
export const searchTurns = async (
  connection: Connection,
  owner: string,
  { sessions, words, limit }: { sessions: readonly string[]; words: Words; limit: number },
): Promise<FoundMessage[]> => {
  const { sql, values } = conditionOf(words, ['text'])
  const found: FoundMessage[] = []
  for (const list of inLists(sessions)) {
    const rows = await connection.all<{ session_id: string; at: number | null; text: string }>(
      `select session_id, at, text from turn where session_id in ${IN_LIST} and synthetic = 0
          and exists (select 1 from session where session.id = turn.session_id and session.owner = ?)
          and ${sql}
        order by coalesce(at, 0) desc, session_id, agent, turn desc limit ?`,
      [...list, owner, ...values, limit],
    )
    for (const { session_id: key, at, text } of rows)
      found.push({ key, role: 'user', at: at ?? undefined, text, data: undefined })
  }
  return found
}

interface SessionRow extends Row {
  id: string
  native_id: string
  source: string | null
  platform: string | null
  project: string | null
  title: string | null
  last_at: number | null
}

const sessionOf = (row: SessionRow): SearchedSession => ({
  session: row.native_id,
  key: row.id,
  source: row.source ?? undefined,
  platform: row.platform ?? undefined,
  project: row.project ?? undefined,
  title: row.title ?? undefined,
  lastAt: row.last_at ?? undefined,
})

interface MessageRow extends Row {
  session_id: string
  role: string
  at: number | null
  text: string
  data: string
}

/** Letters of other alphabets have case too, but both engines know only that of ASCII; so their forms are asked for one by one. */
export const formsOf = (word: string): string[] => {
  const [first = ''] = word
  const capital = first.toUpperCase() + word.slice(first.length).toLowerCase()
  return [...new Set([word, word.toLowerCase(), word.toUpperCase(), capital].map(asciiLower))]
}

const conditionOf = (words: Words, columns: readonly string[]): { sql: string; values: Value[] } => {
  const values: Value[] = []
  const holds = (word: string): string => {
    const tests = columns.flatMap((column) =>
      formsOf(word).map((form) => {
        // Inside JSON quotes and backslashes are written otherwise.
        values.push(`%${escapedLike(column === 'data' ? JSON.stringify(form).slice(1, -1) : form)}%`)
        return `lower(${column}) like ? escape '!'`
      }),
    )
    return `(${tests.join(' or ')})`
  }
  const sql = words.map((all) => `(${all.map(holds).join(' and ')})`).join(' or ')
  return { sql: `(${sql})`, values }
}
