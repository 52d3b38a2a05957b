import { existsSync } from 'node:fs'
import { readTime } from '../../../lib/clock.ts'
import { withRetries } from '../../../lib/foreign-database.ts'
import { parseJson } from '../../../lib/json.ts'
import { readChatText } from '../../../wire/openai-chat-text.ts'
import { isSummary } from './notices.ts'
import { cellNumber, cellText, cellWord } from './rows.ts'
import { openStatements, type Statements } from './statements.ts'
import { rowsOf, toMessage, toSession } from './tables.ts'

/** An entry of the table that says which session a chat is in. */
export interface RoutingRow {
  key: string
  /** JSON, as it stands there. */
  entry: string
}

/** A message that a person or the model wrote, as text. */
interface RoutedMessage {
  role: 'user' | 'assistant'
  text: string
  at: number | undefined
}

/** What moving a chat needs to know of the database beside it. The caller closes it. */
export interface RoutingDatabase {
  /** One row per key, the latest; several installations may share a table. */
  rows: RoutingRow[]
  /** The session in which this one continues: itself, or the session that compaction made of it. */
  lives(session: string): { session: string } | { ended: string }
  /** What is in front of the model, without tools. */
  messages(session: string): RoutedMessage[]
  close(): void
}

/** Opens the database without leaving a trace; undefined if it does not exist or belongs to another program. */
export const openRouting = (path: string): RoutingDatabase | undefined => {
  const statements = existsSync(path) ? openStatements(path) : undefined
  if (statements === undefined) return undefined
  return {
    rows: routingRows(statements),
    lives: (session) => livingSession(statements, session),
    messages: (session) => spokenMessages(statements, session),
    close: () => statements.connection.database.close(),
  }
}

/** Rows of `gateway_routing`; none where this version has no such table. */
export const routingRows = ({ connection: { database } }: Pick<Statements, 'connection'>): RoutingRow[] => {
  // Came with a later version, and once without `updated_at`.
  const columns = withRetries(() => database.prepare('PRAGMA table_info(gateway_routing)').all()).map(
    (row) => row['name'],
  )
  if (!columns.includes('session_key') || !columns.includes('entry_json')) return []
  const order = columns.includes('updated_at') ? 'ORDER BY updated_at' : ''
  const sql = `SELECT session_key, entry_json FROM gateway_routing ${order}`
  const latest = new Map<string, string>()
  for (const row of withRetries(() => database.prepare(sql).all())) {
    const [key, entry] = [cellText(row['session_key']), cellText(row['entry_json'])]
    if (key !== undefined && entry !== undefined) latest.set(key, entry)
  }
  return [...latest].map(([key, entry]) => ({ key, entry }))
}

/** Longer chains of compactions are not followed. */
const MOST_HOPS = 100

const livingSession = (statements: Statements, session: string): { session: string } | { ended: string } => {
  let current = session
  for (let hop = 0; hop < MOST_HOPS; hop++) {
    const [cells] = rowsOf(statements.sessionById, current)
    const row = cells === undefined ? undefined : toSession(cells)
    // Not written down there, or not ended.
    if (row === undefined || (cellNumber(row.endedAt) ?? 0) === 0) return { session: current }
    const reason = cellWord(row.endReason) ?? 'ended'
    const next = reason === 'compression' ? continuationOf(statements, current) : undefined
    if (next === undefined) return { ended: reason }
    current = next
  }
  return { ended: 'compression' }
}

const continuationOf = ({ connection: { database } }: Statements, session: string): string | undefined => {
  const sql = `SELECT id FROM sessions WHERE parent_session_id = ? AND id <> parent_session_id
    ORDER BY end_reason = 'compression' DESC, ended_at IS NULL DESC, started_at DESC LIMIT 1`
  return cellText(withRetries(() => database.prepare(sql).get(session))?.['id'])
}

/** More is no conversation that a model would be given again. */
const MOST_MESSAGES = 5_000

const spokenMessages = (statements: Statements, session: string): RoutedMessage[] => {
  const rows = rowsOf(statements.firstMessages, session, MOST_MESSAGES).map(toMessage)
  return rows
    .toSorted((a, b) => a.id - b.id)
    .flatMap((row): RoutedMessage[] => {
      const role = cellText(row.role)
      if (role !== 'user' && role !== 'assistant') return []
      // Taken back, summarised away, or never shown to the person.
      if (cellNumber(row.active) === 0 || cellWord(row.displayKind) !== undefined) return []
      const text = contentOf(cellText(row.content) ?? '')
      return text.trim() === '' || isSummary(text) ? [] : [{ role, text, at: readTime(row.time) }]
    })
}

const contentOf = (content: string): string =>
  content.startsWith(JSON_MARK) ? readChatText(parseJson(content.slice(JSON_MARK.length))) : content

const JSON_MARK = '\u0000json:'
