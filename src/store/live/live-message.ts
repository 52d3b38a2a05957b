import type { LiveMessage } from '../../schema/live-session.ts'
import type { Connection } from '../connection.ts'
import { touchLiveSession } from './live-session.ts'
import { given, insertRecord, readRecords, where } from '../statement.ts'
import { flag, integer, nullable, pick, type RecordOf, table, text, word } from '../table.ts'

export const LIVE_MESSAGE = table('live_message', ['session_id', 'position'], {
  session_id: text,
  position: integer,
  role: word<LiveMessage['role']>(),
  at: integer,
  is_active: flag,
  message_id: nullable(text),
  text,
  /** What a role has beyond its words, as JSON. */
  data: text,
})

export const LIVE_CALL = table('live_call', ['session_id', 'call_id'], {
  session_id: text,
  call_id: text,
  begun_at: integer,
})

/** A message before the store has given it its place. */
export type NewMessage = LiveMessage extends infer M
  ? M extends LiveMessage
    ? Omit<M, 'position' | 'isActive'>
    : never
  : never

/**
 * Appends messages in order, all or none, and returns those that were new: a message with a `messageId` that is there already is
 * passed over, so that what comes twice is stored once.
 */
export const appendMessages = (
  connection: Connection,
  session: string,
  messages: readonly NewMessage[],
): Promise<LiveMessage[]> =>
  connection.transaction(async (transaction) => {
    const [last] = await transaction.all<{ position: number | null }>(
      'select max(position) as position from live_message where session_id = ?',
      [session],
    )
    let position = (last?.position ?? -1) + 1
    const added: LiveMessage[] = []
    for (const message of messages) {
      const { role, at, text, ...rest } = message
      const messageId = message.role === 'user' ? (message.messageId ?? null) : null
      const record = { sessionId: session, position, role, at, isActive: true, messageId }
      const changed = await insertRecord(
        transaction,
        LIVE_MESSAGE,
        { ...record, text: storable(text), data: JSON.stringify(rest) },
        'on conflict (session_id, message_id) do nothing',
      )
      if (changed === 0) continue
      added.push({ ...message, text: storable(text), position, isActive: true } as LiveMessage)
      position++
    }
    const at = added.at(-1)?.at
    if (at !== undefined) await touchLiveSession(transaction, session, at)
    return added
  })

/** What both engines take: no NUL, no half of a character. */
const storable = (text: string): string => text.toWellFormed().replaceAll('\u0000', '\uFFFD')

/** In order; `isActive: true` leaves out what a compaction has replaced. */
export const readMessages = async (
  connection: Connection,
  session: string,
  { isActive, from = 0, messageId, limit }: MessageFilter = {},
): Promise<LiveMessage[]> => {
  const { sql, values } = where(
    ['session_id = ?', session],
    ['position >= ?', from],
    given('is_active = ?', isActive === undefined ? undefined : Number(isActive)),
    given('message_id = ?', messageId),
  )
  const most = limit === undefined ? '' : ` limit ${Math.trunc(limit)}`
  const found = await readRecords(connection, LIVE_MESSAGE, MESSAGE, `where ${sql} order by position${most}`, values)
  return found.map(toMessage)
}

const MESSAGE = pick(LIVE_MESSAGE, 'position role at is_active text data')

const toMessage = ({ data, ...rest }: RecordOf<typeof LIVE_MESSAGE, typeof MESSAGE>): LiveMessage =>
  ({ ...(JSON.parse(data) as object), ...rest }) as LiveMessage

interface MessageFilter {
  isActive?: boolean
  /** The first position. */
  from?: number
  messageId?: string
  limit?: number
}

/** Takes messages out of what is sent to the model; they stay, and can be searched. */
export const retireMessages = (
  connection: Connection,
  session: string,
  positions: readonly number[],
): Promise<number> =>
  connection.transaction(async (transaction) => {
    let changed = 0
    for (const position of positions)
      changed += await transaction.run(
        'update live_message set is_active = 0 where session_id = ? and position = ? and is_active = 1',
        [session, position],
      )
    // A sync that reads this session as history finds it changed.
    if (changed > 0) await touchLiveSession(transaction, session, 0)
    return changed
  })

/** Written before a call is run, so that after a crash it is known which may have done something. False where it was begun before. */
export const beginCall = async (
  connection: Connection,
  session: string,
  { callId, at }: { callId: string; at: number },
): Promise<boolean> =>
  (await insertRecord(connection, LIVE_CALL, { sessionId: session, callId, begunAt: at }, 'on conflict do nothing')) > 0

/** The calls of a session that were begun, whether or not they came to an end. */
export const begunCalls = async (connection: Connection, session: string): Promise<Set<string>> => {
  const rows = await connection.all<{ call_id: string }>('select call_id from live_call where session_id = ?', [
    session,
  ])
  return new Set(rows.map((row) => row.call_id))
}
