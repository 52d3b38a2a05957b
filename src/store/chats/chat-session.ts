import type { Connection, Value } from '../connection.ts'
import { given, insertRecord, update, where } from '../statement.ts'
import {
  flag,
  integer,
  named,
  nullable,
  optional,
  pick,
  type RecordOf,
  type RowOf,
  table,
  text,
  toRecord,
  toRow,
} from '../table.ts'
import { deleteQuestionsOfSession } from './question.ts'
import { endLiveSession, giveLiveSession, LIVE_SESSION, reopenLiveSession } from '../live/live-session.ts'

/** Clocks are milliseconds; `source`, `notice` and `metadata` are JSON of the gateway's. */
export const CHAT_SESSION = table('chat_session', ['key'], {
  key: text,
  shape: text,
  session_id: named('session', text),
  owner: text,
  platform: text,
  chat_type: text,
  display_name: text,
  source: text,
  created_at: integer,
  started_at: integer,
  interacted_at: integer,
  updated_at: integer,
  /** A person has said something in this session. */
  is_spoken: flag,
  previous_session: nullable(text),
  previous_reason: nullable(text),
  previous_at: nullable(integer),
  previous_had_activity: nullable(flag),
  notice: optional(text),
  metadata: text,
})
const EVERY_COLUMN = pick(CHAT_SESSION)

type Flat = RecordOf<typeof CHAT_SESSION>
type Previous = 'previousSession' | 'previousReason' | 'previousAt' | 'previousHadActivity'

/** Which live session a chat is in. */
export type ChatRow = Omit<Flat, Previous> & {
  previous: { session: string; reason: string; at: number; hadActivity: boolean } | undefined
}

const flatten = (previous: ChatRow['previous']): Pick<Flat, Previous> => ({
  previousSession: previous?.session ?? null,
  previousReason: previous?.reason ?? null,
  previousAt: previous?.at ?? null,
  previousHadActivity: previous?.hadActivity ?? null,
})

const chatOf = (row: RowOf<typeof CHAT_SESSION>): ChatRow => {
  const {
    previousSession: session,
    previousReason,
    previousAt,
    previousHadActivity,
    ...chat
  } = toRecord(CHAT_SESSION, row)
  const rest = { reason: previousReason ?? '', at: previousAt ?? 0, hadActivity: previousHadActivity ?? false }
  return { ...chat, previous: session === null ? undefined : { session, ...rest } }
}

const readChats = async (connection: Connection, rest: string, values: readonly Value[]): Promise<ChatRow[]> => {
  const rows = await connection.all<RowOf<typeof CHAT_SESSION>>(
    `select ${EVERY_COLUMN} from chat_session ${rest}`,
    values,
  )
  return rows.map(chatOf)
}

/** Reads a chat by its exact key. */
export const readChat = async (connection: Connection, key: string): Promise<ChatRow | undefined> =>
  (await readChats(connection, 'where key = ?', [key]))[0]

/** Inserts a chat. Returns false if it exists already: the first caller makes it, the others read it. */
export const insertChat = async (connection: Connection, chat: ChatRow): Promise<boolean> =>
  (await insertRecord(
    connection,
    CHAT_SESSION,
    { ...chat, ...flatten(chat.previous) },
    'on conflict (key) do nothing',
  )) > 0

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
  /** The chat goes back to a session that had ended. */
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
    const moved = {
      session: to,
      startedAt: at,
      interactedAt: at,
      updatedAt: at,
      isSpoken,
      ...flatten(previous),
      notice,
    }
    const changed = await update(
      transaction,
      CHAT_SESSION,
      toRow(CHAT_SESSION, moved),
      where(['key = ? and session_id = ?', key, from]),
    )
    if (changed === 0) return false
    await endLiveSession(transaction, from, { at, reason })
    await deleteQuestionsOfSession(transaction, key)
    if (isReopened) await reopenLiveSession(transaction, to)
    return true
  })

/**
 * Gives the session of a chat, and the session that an undo leads back to, another owner. The chat itself does not
 * change.
 */
export const moveSessions = async (
  connection: Connection,
  { session, previous, owner: from }: Pick<ChatRow, 'session' | 'previous' | 'owner'>,
  to: string,
): Promise<void> => {
  await giveLiveSession(connection, session, { from, to })
  if (previous !== undefined) await giveLiveSession(connection, previous.session, { from, to })
}

/** Takes the waiting notice: only the first caller gets it. */
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

/** Writes the metadata and changes no clock. Returns false if another gateway has written in the meantime. */
export const writeMetadata = async (
  connection: Connection,
  key: string,
  { before, after }: { before: string; after: string },
): Promise<boolean> =>
  (await connection.run('update chat_session set metadata = ? where key = ? and metadata = ?', [after, key, before])) >
  0

/** Chats whose key begins with the text, in order of their keys; an empty text fits all. */
export const chatsByPrefix = (connection: Connection, text: string, limit: number): Promise<ChatRow[]> =>
  readChats(connection, 'where key >= ? and key < ? and substr(key, 1, ?) = ? order by key limit ?', [
    text,
    `${text}\u{10FFFF}`,
    [...text].length,
    text,
    limit,
  ])

export const readChatBySession = async (connection: Connection, session: string): Promise<ChatRow | undefined> =>
  (await readChats(connection, 'where session_id = ?', [session]))[0]

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

const SPENT = pick(
  LIVE_SESSION,
  'input_tokens:inputTokens output_tokens:outputTokens cache_read_tokens:cacheReadTokens cache_write_tokens:cacheWriteTokens',
)

/** A chat with the tokens of its session: null where no answer said how many, or none was given yet. */
export type ListedChat = ChatRow & RowOf<typeof SPENT>

/** Newest first. */
export const listChats = async (connection: Connection, filter: ChatFilter = {}): Promise<ListedChat[]> => {
  const { sql, values } = where(
    given('chat_session.updated_at >= ?', filter.since),
    given('chat_session.platform = ?', filter.platform),
    given('chat_session.owner = ?', filter.owner),
  )
  const rows = await connection.all<RowOf<typeof CHAT_SESSION> & RowOf<typeof SPENT>>(
    `select ${EVERY_COLUMN}, ${SPENT} from chat_session left join live_session on live_session.id = chat_session.session_id
      where ${sql} order by chat_session.updated_at desc, chat_session.key${filter.limit === undefined ? '' : ' limit ?'}`,
    [...values, ...(filter.limit === undefined ? [] : [filter.limit])],
  )
  return rows.map(({ inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens, ...chat }) => ({
    ...chatOf(chat),
    inputTokens,
    outputTokens,
    cacheReadTokens,
    cacheWriteTokens,
  }))
}
