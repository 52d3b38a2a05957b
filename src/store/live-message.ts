import type { LiveMessage } from '../schema/live-session.ts'
import type { Connection, Row } from './connection.ts'

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
      const changed = await transaction.run(
        `insert into live_message (session_id, position, role, at, is_active, message_id, text, data)
          values (?, ?, ?, ?, 1, ?, ?, ?) on conflict (session_id, message_id) do nothing`,
        [session, position, role, at, messageId, text, JSON.stringify(rest)],
      )
      if (changed === 0) continue
      added.push({ ...message, position, isActive: true } as LiveMessage)
      position++
    }
    const at = added.at(-1)?.at
    if (at !== undefined)
      await transaction.run('update live_session set last_at = ?, changed = 1 where id = ? and last_at <= ?', [
        at,
        session,
        at,
      ])
    return added
  })

/** In order; `isActive: true` leaves out what a compaction has replaced. */
export const readMessages = async (
  connection: Connection,
  session: string,
  { isActive, from = 0 }: { isActive?: boolean; from?: number } = {},
): Promise<LiveMessage[]> => {
  const rows = await connection.all<MessageRow>(
    `select position, role, at, is_active, text, data from live_message
      where session_id = ? and position >= ?${isActive === undefined ? '' : ' and is_active = ?'} order by position`,
    isActive === undefined ? [session, from] : [session, from, isActive ? 1 : 0],
  )
  return rows.map(messageOf)
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
      changed += await transaction.run('update live_message set is_active = 0 where session_id = ? and position = ?', [
        session,
        position,
      ])
    return changed
  })

/** Written before a call is run, so that after a crash it is known which may have done something. False where it was begun before. */
export const beginCall = async (
  connection: Connection,
  session: string,
  { callId, at }: { callId: string; at: number },
): Promise<boolean> =>
  (await connection.run(
    'insert into live_call (session_id, call_id, begun_at) values (?, ?, ?) on conflict do nothing',
    [session, callId, at],
  )) > 0

interface MessageRow extends Row {
  position: number
  role: string
  at: number
  is_active: number
  text: string
  data: string
}

const messageOf = ({ position, role, at, is_active: isActive, text, data }: MessageRow): LiveMessage =>
  ({ ...(JSON.parse(data) as object), position, role, at, isActive: isActive === 1, text }) as LiveMessage
