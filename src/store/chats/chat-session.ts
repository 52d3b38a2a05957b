import type { Connection, Row, Value } from '../connection.ts'
import { deleteQuestionsOfSession } from './question.ts'
import { endLiveSession, giveLiveSession, reopenLiveSession } from '../live/live-session.ts'

/** Which live session a chat is in. Clocks are milliseconds; `source`, `notice` and `metadata` are JSON of the gateway's. */
export interface ChatRow {
  key: string
  shape: string
  session: string
  owner: string
  platform: string
  chatType: string
  displayName: string
  source: string
  createdAt: number
  startedAt: number
  interactedAt: number
  updatedAt: number
  /** A person has said something in this session. */
  isSpoken: boolean
  previous: { session: string; reason: string; at: number; hadActivity: boolean } | undefined
  notice: string | undefined
  metadata: string
}

/** By exact key. */
export const readChat = async (connection: Connection, key: string): Promise<ChatRow | undefined> => {
  const [row] = await connection.all<Columns>(`select ${COLUMNS} from chat_session where key = ?`, [key])
  return row === undefined ? undefined : chatOf(row)
}

/** False where the chat is there already: the first caller makes it, and all others read what it made. */
export const insertChat = async (connection: Connection, chat: ChatRow): Promise<boolean> => {
  const { previous } = chat
  const values: Value[] = [chat.key, chat.shape, chat.session, chat.owner, chat.platform, chat.chatType]
  values.push(chat.displayName, chat.source, chat.createdAt, chat.startedAt, chat.interactedAt, chat.updatedAt)
  values.push(Number(chat.isSpoken))
  values.push(previous?.session ?? null, previous?.reason ?? null, previous?.at ?? null)
  values.push(previous === undefined ? null : Number(previous.hadActivity), chat.notice ?? null, chat.metadata)
  const inserted = await connection.run(
    `insert into chat_session (${COLUMNS}) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      on conflict (key) do nothing`,
    values,
  )
  return inserted > 0
}

/**
 * Something was said: moves the clocks, as long as the chat is still in that session. A clock that stands in the future was
 * set by a wrong clock, and is put right. Internal messages are not said by a person.
 */
export const touchChat = async (
  connection: Connection,
  { key, session }: Pick<ChatRow, 'key' | 'session'>,
  { at, isInternal, described }: { at: number; isInternal: boolean; described?: Described | undefined },
): Promise<boolean> => {
  const names = described === undefined ? '' : ', display_name = ?, source = ?, owner = ?'
  const interacted = isInternal ? 'case when interacted_at > ? then ? else interacted_at end' : '?, is_spoken = 1'
  const changed = await connection.run(
    `update chat_session set updated_at = ?, interacted_at = ${interacted},
      started_at = case when started_at > ? then ? else started_at end${names} where key = ? and session_id = ?`,
    [
      at,
      ...(isInternal ? [at, at] : [at]),
      at,
      at,
      ...(described === undefined ? [] : [described.displayName, described.source, described.owner]),
      key,
      session,
    ],
  )
  return changed > 0
}

/** What is known of a chat apart from what happens in it. */
export type Described = Pick<ChatRow, 'displayName' | 'source' | 'owner'>

export interface ChatChange {
  to: string
  at: number
  /** A person is speaking, or has spoken in it before. */
  isSpoken: boolean
  /** Why the session that is left has ended. */
  reason: string
  previous: ChatRow['previous']
  notice?: string | undefined
  /** The session that is gone on with was ended before. */
  isReopened?: boolean
}

/**
 * Puts a chat into another session and ends the one it was in, both or neither. False where the chat is no longer in `from`:
 * another gateway was faster, and what it did stands.
 */
export const changeChat = (
  connection: Connection,
  { key, session: from }: Pick<ChatRow, 'key' | 'session'>,
  { to, at, isSpoken, reason, previous, notice, isReopened = false }: ChatChange,
): Promise<boolean> =>
  connection.transaction(async (transaction) => {
    const values: Value[] = [to, at, at, at, Number(isSpoken), previous?.session ?? null, previous?.reason ?? null]
    values.push(previous?.at ?? null, previous === undefined ? null : Number(previous.hadActivity), notice ?? null)
    const changed = await transaction.run(
      `update chat_session set session_id = ?, started_at = ?, interacted_at = ?, updated_at = ?, is_spoken = ?,
        previous_session = ?, previous_reason = ?, previous_at = ?, previous_had_activity = ?, notice = ?
        where key = ? and session_id = ?`,
      [...values, key, from],
    )
    if (changed === 0) return false
    await endLiveSession(transaction, from, { at, reason })
    await deleteQuestionsOfSession(transaction, key)
    if (isReopened) await reopenLiveSession(transaction, to)
    return true
  })

/** The session of a chat, and the one that an undo leads back to, go over to another owner; the chat itself stays as it is. */
export const moveSessions = async (
  connection: Connection,
  { session, previous, owner: from }: Pick<ChatRow, 'session' | 'previous' | 'owner'>,
  to: string,
): Promise<void> => {
  await giveLiveSession(connection, session, { from, to })
  if (previous !== undefined) await giveLiveSession(connection, previous.session, { from, to })
}

/** The notice that was waiting, for one caller alone: the next one finds none. */
export const takeNotice = async (connection: Connection, key: string): Promise<string | undefined> => {
  const [row] = await connection.all<{ notice: string | null }>('select notice from chat_session where key = ?', [key])
  const notice = row?.notice ?? undefined
  if (notice === undefined) return undefined
  const taken = await connection.run('update chat_session set notice = null where key = ? and notice = ?', [
    key,
    notice,
  ])
  return taken > 0 ? notice : undefined
}

/** Moves no clock. False where another gateway has written in the meantime. */
export const writeMetadata = async (
  connection: Connection,
  key: string,
  { before, after }: { before: string; after: string },
): Promise<boolean> =>
  (await connection.run('update chat_session set metadata = ? where key = ? and metadata = ?', [after, key, before])) >
  0

/** Those whose key begins so, in order; an empty text is the beginning of all. */
export const chatsByPrefix = async (connection: Connection, text: string, limit: number): Promise<ChatRow[]> => {
  const rows = await connection.all<Columns>(
    `select ${COLUMNS} from chat_session where key >= ? and key < ? and substr(key, 1, ?) = ? order by key limit ?`,
    [text, `${text}\u{10FFFF}`, [...text].length, text, limit],
  )
  return rows.map(chatOf)
}

export const chatOfSession = async (connection: Connection, session: string): Promise<ChatRow | undefined> => {
  const [row] = await connection.all<Columns>(`select ${COLUMNS} from chat_session where session_id = ?`, [session])
  return row === undefined ? undefined : chatOf(row)
}

/** A message was said in it, by a person or a program. */
export const hasMessages = async (connection: Connection, session: string): Promise<boolean> =>
  (await connection.all('select position from live_message where session_id = ? limit 1', [session])).length > 0

export interface ChatFilter {
  /** Something happened since. */
  since?: number | undefined
  platform?: string | undefined
  owner?: string | undefined
  limit?: number | undefined
}

/** A chat with the tokens of its session: null where no answer said how many, or none was given yet. */
export interface ListedChat extends ChatRow {
  inputTokens: number | null
  outputTokens: number | null
  cacheReadTokens: number | null
  cacheWriteTokens: number | null
}

/** Newest first. */
export const listChats = async (connection: Connection, filter: ChatFilter = {}): Promise<ListedChat[]> => {
  const conditions: [sql: string, value: Value | undefined][] = [
    ['chat_session.updated_at >= ?', filter.since],
    ['chat_session.platform = ?', filter.platform],
    ['chat_session.owner = ?', filter.owner],
  ]
  const used = conditions.filter(([, value]) => value !== undefined)
  const where = used.length === 0 ? '' : `where ${used.map(([sql]) => sql).join(' and ')}`
  const rows = await connection.all<Columns & TokenColumns>(
    `select ${COLUMNS.split(', ')
      .map((name) => `chat_session.${name}`)
      .join(', ')}, input_tokens, output_tokens, cache_read_tokens, cache_write_tokens
      from chat_session left join live_session on live_session.id = chat_session.session_id
      ${where} order by chat_session.updated_at desc, chat_session.key${filter.limit === undefined ? '' : ' limit ?'}`,
    [...used.map(([, value]) => value ?? null), ...(filter.limit === undefined ? [] : [filter.limit])],
  )
  return rows.map((row) => ({
    ...chatOf(row),
    inputTokens: row.input_tokens,
    outputTokens: row.output_tokens,
    cacheReadTokens: row.cache_read_tokens,
    cacheWriteTokens: row.cache_write_tokens,
  }))
}

const COLUMNS =
  'key, shape, session_id, owner, platform, chat_type, display_name, source, created_at, started_at, interacted_at, ' +
  'updated_at, is_spoken, previous_session, previous_reason, previous_at, previous_had_activity, notice, metadata'

interface Columns extends Row {
  key: string
  shape: string
  session_id: string
  owner: string
  platform: string
  chat_type: string
  display_name: string
  source: string
  created_at: number
  started_at: number
  interacted_at: number
  updated_at: number
  is_spoken: number
  previous_session: string | null
  previous_reason: string | null
  previous_at: number | null
  previous_had_activity: number | null
  notice: string | null
  metadata: string
}

interface TokenColumns extends Row {
  input_tokens: number | null
  output_tokens: number | null
  cache_read_tokens: number | null
  cache_write_tokens: number | null
}

const chatOf = (row: Columns): ChatRow => ({
  key: row.key,
  shape: row.shape,
  session: row.session_id,
  owner: row.owner,
  platform: row.platform,
  chatType: row.chat_type,
  displayName: row.display_name,
  source: row.source,
  createdAt: row.created_at,
  startedAt: row.started_at,
  interactedAt: row.interacted_at,
  updatedAt: row.updated_at,
  isSpoken: row.is_spoken === 1,
  previous:
    row.previous_session === null
      ? undefined
      : {
          session: row.previous_session,
          reason: row.previous_reason ?? '',
          at: row.previous_at ?? 0,
          hadActivity: row.previous_had_activity === 1,
        },
  notice: row.notice ?? undefined,
  metadata: row.metadata,
})
