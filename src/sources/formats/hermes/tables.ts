import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { sqliteCode, withRetries } from '../../../lib/foreign-database.ts'
import {
  cellNumber,
  cellText,
  COUNTER_COLUMNS,
  MESSAGE_COLUMNS,
  type MessageRow,
  SESSION_COLUMNS,
  type SessionRow,
} from './rows.ts'

export interface Tables {
  /** Empty if the database has no such table. */
  sessions: string
  /** Reads sessions without the parent's row: with a broken index, the join would lose the session. */
  sessionsAlone: string
  messages: string
  /** The beginning of a session's system prompt; empty where none is kept. */
  systemPrompt: string
  /** Sessions say where they were held. */
  hasPlatforms: boolean
  /** Whether the messages of one session can be found without reading all. */
  hasSessionIndex: boolean
}

/**
 * Builds the SELECT lists for the columns this database has. Version numbers say nothing about columns (they are added
 * between versions, and forks use the same numbers), so absent ones are read as NULL and foreign ones never looked at.
 * Undefined: not a Hermes database.
 */
export const readTables = (database: DatabaseSync): Tables | undefined => {
  const sessions = columnsOf(database, 'sessions')
  const messages = columnsOf(database, 'messages')
  if (!messages.has('session_id') || !messages.has('role')) return undefined
  const own = [...Object.values(SESSION_COLUMNS), ...COUNTER_COLUMNS].map((name) => column('s', name, sessions))
  const parents = ['id', 'end_reason', 'ended_at', 'session_key'].map((name) => column('p', name, sessions))
  const from = (list: string[], join: string): string =>
    sessions.has('id') ? `SELECT s.rowid, ${[...own, ...list].join(', ')} FROM sessions s ${join}` : ''
  const alone = from(
    parents.map(() => 'NULL'),
    '',
  )
  const words = Object.values(MESSAGE_COLUMNS).map((name) => column('m', name, messages))
  return {
    sessions: sessions.has('parent_session_id') ? from(parents, PARENT_JOIN) : alone,
    sessionsAlone: alone,
    messages: `SELECT m.rowid, ${words.join(', ')} FROM messages m`,
    systemPrompt: systemPromptSql(database, sessions),
    hasPlatforms: sessions.has('source'),
    hasSessionIndex: hasIndexOn(database, 'session_id'),
  }
}

/** Newer versions keep each prompt once, under its hash; a migration that stopped half way left both forms. */
const systemPromptSql = (database: DatabaseSync, sessions: ReadonlySet<string>): string => {
  const inRow = column('s', 'system_prompt', sessions)
  const isShared = sessions.has('system_prompt_hash') && columnsOf(database, 'system_prompts').has('prompt')
  if (!sessions.has('id') || (inRow === 'NULL' && !isShared)) return ''
  const shared = isShared ? '(SELECT y.prompt FROM system_prompts y WHERE y.hash = s.system_prompt_hash)' : 'NULL'
  return `SELECT substr(coalesce(${inRow}, ${shared}), 1, ${PROMPT_CHARS}) FROM sessions s WHERE s.id = ?`
}

/** As much as rules are looked for in. */
const PROMPT_CHARS = 64_000

const PARENT_JOIN = 'LEFT JOIN sessions p ON p.id = s.parent_session_id'

const column = (table: string, name: string, present: ReadonlySet<string>): string =>
  present.has(name) ? `${table}."${name}"` : 'NULL'

const columnsOf = (database: DatabaseSync, table: 'sessions' | 'messages' | 'system_prompts'): Set<string> => {
  const rows = withRetries(() => database.prepare(`PRAGMA table_info(${table})`).all())
  return new Set(rows.map((row) => String(row.name)))
}

const hasIndexOn = (database: DatabaseSync, name: string): boolean => {
  const found = database
    .prepare(
      `SELECT 1 FROM pragma_index_list('messages') l JOIN pragma_index_info(l.name) i
       WHERE l.partial = 0 AND i.seqno = 0 AND i.name = ? LIMIT 1`,
    )
    .get(name)
  return found !== undefined
}

/** A statement that gives rows as arrays: half the cost of objects. */
export const prepare = (database: DatabaseSync, sql: string): StatementSync => {
  const statement = database.prepare(sql)
  statement.setReturnArrays(true)
  return statement
}

type Parameter = string | number

/** All rows, retried where that helps. Integers beyond 2^53, which a damaged cell can hold, are read as bigints. */
export const rowsOf = (statement: StatementSync, ...parameters: Parameter[]): unknown[][] => {
  try {
    return withRetries(() => statement.all(...parameters)) as unknown as unknown[][]
  } catch (thrown) {
    if (sqliteCode(thrown) !== undefined) throw thrown
    statement.setReadBigInts(true)
    try {
      return statement.all(...parameters) as unknown as unknown[][]
    } finally {
      statement.setReadBigInts(false)
    }
  }
}

/** Undefined for a row without a usable id. Cells stand in the order of `SESSION_COLUMNS`, then counters, then parent. */
export const toSession = (cells: unknown[]): SessionRow | undefined => {
  const id = cellText(cells[1])
  if (id === undefined || id === '') return undefined
  const [rowid, , source, userId, model, modelConfig, parentId, startedAt, endedAt, endReason, title, cwd] = cells
  const [gitRoot, sessionKey, inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens] = cells.slice(12)
  const [parent, parentReason, parentEnd, parentKey] = cells.slice(PARENT_AT)
  return {
    rowid: cellNumber(rowid) ?? 0,
    id,
    source,
    userId,
    model,
    modelConfig,
    parentId,
    startedAt,
    endedAt,
    endReason,
    title,
    cwd,
    gitRoot,
    sessionKey,
    inputTokens,
    outputTokens,
    cacheReadTokens,
    cacheWriteTokens,
    estimatedCost: cells[18],
    actualCost: cells[19],
    chatId: cells[20],
    chatType: cells[21],
    origin: cells[22],
    parent: parent === null ? null : { endReason: parentReason, endedAt: parentEnd, sessionKey: parentKey },
  }
}

const PARENT_AT = 1 + Object.keys(SESSION_COLUMNS).length + COUNTER_COLUMNS.length

export const toMessage = (cells: unknown[]): MessageRow => ({
  id: cellNumber(cells[0]) ?? 0,
  role: cells[1],
  content: cells[2],
  toolCallId: cells[3],
  toolCalls: cells[4],
  toolName: cells[5],
  time: cells[6],
  active: cells[7],
  compacted: cells[8],
  displayKind: cells[9],
  observed: cells[10],
  summary: cells[11],
})
