import type { Connection, Row } from '../connection.ts'

/** One message to be sent: the whole of a text, or a part of it. */
export interface OutboxMessage {
  seq: number
  /** What a platform may know a repeated send by. */
  id: string
  /** The text that it is a part of. */
  delivery: string
  part: number
  parts: number
  inboxId: string | undefined
  kind: OutboxKind
  platform: string
  chatId: string
  threadId: string | undefined
  replyTo: string | undefined
  lane: string
  text: string
  createdAt: number
  gateway: string | undefined
  state: OutboxState
  attempts: number
  nextAt: number
  endedAt: number | undefined
  sentId: string | undefined
  note: string | undefined
  /** Path of the file it was saved to, where it could not be sent. */
  savedAt: string | undefined
}

export type OutboxKind = 'reply' | 'notice' | 'delivery'

/**
 * unsure: a send was under way when its gateway died, or no answer came. It may have arrived, so it is not repeated where the
 * platform could not tell. saved: given up on and kept in a file.
 */
type OutboxState = 'waiting' | 'sending' | 'sent' | 'unsure' | 'saved'

export type NewOutboxMessage = Pick<
  OutboxMessage,
  | 'id'
  | 'delivery'
  | 'part'
  | 'parts'
  | 'inboxId'
  | 'kind'
  | 'platform'
  | 'chatId'
  | 'threadId'
  | 'replyTo'
  | 'lane'
  | 'text'
  | 'createdAt'
  | 'gateway'
>

/** Adds messages in order, each id once, and returns the places of those that were new. */
export const addOutgoing = (connection: Connection, messages: readonly NewOutboxMessage[]): Promise<number[]> =>
  connection.transaction(async (transaction) => {
    const [last] = await transaction.all<{ seq: number | null }>('select max(seq) as seq from outbox')
    let seq = last?.seq ?? 0
    const places: number[] = []
    for (const message of messages) {
      const { id, delivery, part, parts, inboxId, kind, platform, chatId, threadId, replyTo, lane } = message
      const changed = await transaction.run(
        `insert into outbox (seq, id, delivery, part, parts, inbox_id, kind, platform, chat_id, thread_id, reply_to, lane, text,
           created_at, gateway, state, is_open, attempts, next_at)
           values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'waiting', 1, 0, ?) on conflict (id) do nothing`,
        [
          seq + 1,
          id,
          delivery,
          part,
          parts,
          inboxId ?? null,
          kind,
          platform,
          chatId,
          threadId ?? null,
          replyTo ?? null,
          lane,
          message.text,
          message.createdAt,
          message.gateway ?? null,
          message.createdAt,
        ],
      )
      if (changed > 0) places.push(++seq)
    }
    return places
  })

/** Written before a send: true where it is this gateway's to send, and the first of its lane that is not done with. */
export const beginSend = async (
  connection: Connection,
  { seq, gateway }: { seq: number; gateway: string },
): Promise<boolean> =>
  (await connection.run(
    `update outbox set state = 'sending', attempts = attempts + 1 where seq = ? and gateway = ? and state = 'waiting'
       and not exists (select 1 from outbox as earlier
         where earlier.is_open = 1 and earlier.lane = outbox.lane and earlier.seq < outbox.seq)`,
    [seq, gateway],
  )) > 0

/** What became of a send; only the gateway that began it may say so. */
export const endSend = async (
  connection: Connection,
  end: {
    seq: number
    gateway: string
    state: 'sent' | 'unsure' | 'saved'
    now: number
    sentId?: string | undefined
    note?: string | undefined
  },
): Promise<boolean> =>
  (await connection.run(
    `update outbox set state = ?, is_open = 0, ended_at = ?, sent_id = ?, note = ?
       where seq = ? and gateway = ? and state = 'sending'`,
    [end.state, end.now, end.sentId ?? null, end.note ?? null, end.seq, end.gateway],
  )) > 0

/** It did not arrive and is sent again, not before `nextAt`. */
export const postponeSend = async (
  connection: Connection,
  { seq, gateway, nextAt, note }: { seq: number; gateway: string; nextAt: number; note: string },
): Promise<boolean> =>
  (await connection.run(
    `update outbox set state = 'waiting', next_at = ?, note = ? where seq = ? and gateway = ? and state = 'sending'`,
    [nextAt, note, seq, gateway],
  )) > 0

/** Gives up on what is left of a text, and says where it was saved. Parts that have been sent stay sent. */
export const saveDelivery = (
  connection: Connection,
  {
    delivery,
    gateway,
    path,
    note,
    now,
  }: { delivery: string; gateway: string; path: string; note: string; now: number },
): Promise<number> =>
  connection.run(
    `update outbox set state = 'saved', is_open = 0, ended_at = ?, note = ?, saved_at = ?
       where delivery = ? and gateway = ? and is_open = 1`,
    [now, note, path, delivery, gateway],
  )

/** All parts of one text, in order. */
export const readDelivery = async (connection: Connection, delivery: string): Promise<OutboxMessage[]> => {
  const rows = await connection.all<OutboxRow>(`select ${COLUMNS} from outbox where delivery = ? order by part`, [
    delivery,
  ])
  return rows.map(messageOf)
}

/** What a message was answered with. */
export const repliesTo = async (connection: Connection, inboxId: string): Promise<OutboxMessage[]> => {
  const rows = await connection.all<OutboxRow>(`select ${COLUMNS} from outbox where inbox_id = ? order by seq`, [
    inboxId,
  ])
  return rows.map(messageOf)
}

export const readOutbox = async (connection: Connection, seq: number): Promise<OutboxMessage | undefined> => {
  const [row] = await connection.all<OutboxRow>(`select ${COLUMNS} from outbox where seq = ?`, [seq])
  return row === undefined ? undefined : messageOf(row)
}

/** What is still to be sent, in order: of one gateway, or of all. */
export const openOutbox = async (
  connection: Connection,
  { gateway, limit = 1_000_000 }: { gateway?: string; limit?: number } = {},
): Promise<OutboxMessage[]> => {
  const rows = await connection.all<OutboxRow>(
    `select ${COLUMNS} from outbox where is_open = 1${gateway === undefined ? '' : ' and gateway = ?'} order by seq limit ?`,
    gateway === undefined ? [limit] : [gateway, limit],
  )
  return rows.map(messageOf)
}

/** What did not simply arrive: sends whose end is unknown, and what was saved instead. Newest first. */
export const troubledOutbox = async (connection: Connection, limit: number): Promise<OutboxMessage[]> => {
  const rows = await connection.all<OutboxRow>(
    `select ${COLUMNS} from outbox where is_open = 0 and state in ('unsure', 'saved') order by seq desc limit ?`,
    [limit],
  )
  return rows.map(messageOf)
}

const COLUMNS = `seq, id, delivery, part, parts, inbox_id, kind, platform, chat_id, thread_id, reply_to, lane, text, created_at,
  gateway, state, attempts, next_at, ended_at, sent_id, note, saved_at`

interface OutboxRow extends Row {
  seq: number
  id: string
  delivery: string
  part: number
  parts: number
  inbox_id: string | null
  kind: string
  platform: string
  chat_id: string
  thread_id: string | null
  reply_to: string | null
  lane: string
  text: string
  created_at: number
  gateway: string | null
  state: string
  attempts: number
  next_at: number
  ended_at: number | null
  sent_id: string | null
  note: string | null
  saved_at: string | null
}

const messageOf = (row: OutboxRow): OutboxMessage => ({
  seq: row.seq,
  id: row.id,
  delivery: row.delivery,
  part: row.part,
  parts: row.parts,
  inboxId: row.inbox_id ?? undefined,
  kind: row.kind as OutboxKind,
  platform: row.platform,
  chatId: row.chat_id,
  threadId: row.thread_id ?? undefined,
  replyTo: row.reply_to ?? undefined,
  lane: row.lane,
  text: row.text,
  createdAt: row.created_at,
  gateway: row.gateway ?? undefined,
  state: row.state as OutboxState,
  attempts: row.attempts,
  nextAt: row.next_at,
  endedAt: row.ended_at ?? undefined,
  sentId: row.sent_id ?? undefined,
  note: row.note ?? undefined,
  savedAt: row.saved_at ?? undefined,
})
