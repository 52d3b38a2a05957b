import type { Connection } from '../connection.ts'
import { given, insertRecord, readRecords, where } from '../statement.ts'
import { flag, integer, optional, pick, type RecordOf, table, text, word } from '../table.ts'

export type OutboxKind = 'reply' | 'notice' | 'delivery'

export const OUTBOX = table(
  'outbox',
  ['seq'],
  {
    seq: integer,
    /** What a platform may know a repeated send by. */
    id: text,
    /** The text that it is a part of. */
    delivery: text,
    part: integer,
    parts: integer,
    inbox_id: optional(text),
    kind: word<OutboxKind>(),
    platform: text,
    chat_id: text,
    thread_id: optional(text),
    reply_to: optional(text),
    lane: text,
    text,
    created_at: integer,
    gateway: optional(text),
    /**
     * unsure: a send was under way when its gateway died, or no answer came. It may have arrived, so it is not repeated where the
     * platform could not tell. saved: given up on and kept in a file.
     */
    state: word<'waiting' | 'sending' | 'sent' | 'unsure' | 'saved'>(),
    is_open: flag,
    attempts: integer,
    next_at: integer,
  },
  {
    ended_at: optional(integer),
    sent_id: optional(text),
    note: optional(text),
    /** Path of the file it was saved to, where it could not be sent. */
    saved_at: optional(text),
  },
)

const MESSAGE = pick(
  OUTBOX,
  'seq id delivery part parts inbox_id kind platform chat_id thread_id reply_to lane text created_at gateway state attempts',
  'next_at ended_at sent_id note saved_at',
)

/** One message to be sent: the whole of a text, or a part of it. */
export type OutboxMessage = RecordOf<typeof OUTBOX, typeof MESSAGE>

export type NewOutboxMessage = Omit<
  OutboxMessage,
  'seq' | 'state' | 'attempts' | 'nextAt' | 'endedAt' | 'sentId' | 'note' | 'savedAt'
>

/** Adds messages in order, each id once, and returns the places of those that were new. */
export const addOutgoing = (connection: Connection, messages: readonly NewOutboxMessage[]): Promise<number[]> =>
  connection.transaction(async (transaction) => {
    const [last] = await transaction.all<{ seq: number | null }>('select max(seq) as seq from outbox')
    let seq = last?.seq ?? 0
    const places: number[] = []
    for (const message of messages) {
      const changed = await insertRecord(
        transaction,
        OUTBOX,
        { ...message, seq: seq + 1, state: 'waiting', isOpen: true, attempts: 0, nextAt: message.createdAt },
        'on conflict (id) do nothing',
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
export const readDelivery = (connection: Connection, delivery: string): Promise<OutboxMessage[]> =>
  readRecords(connection, OUTBOX, MESSAGE, 'where delivery = ? order by part', [delivery])

/** What a message was answered with. */
export const repliesTo = (connection: Connection, inboxId: string): Promise<OutboxMessage[]> =>
  readRecords(connection, OUTBOX, MESSAGE, 'where inbox_id = ? order by seq', [inboxId])

export const readOutbox = async (connection: Connection, seq: number): Promise<OutboxMessage | undefined> =>
  (await readRecords(connection, OUTBOX, MESSAGE, 'where seq = ?', [seq]))[0]

/** What is still to be sent, in order: of one gateway, or of all. */
export const openOutbox = (
  connection: Connection,
  { gateway, limit = 1_000_000 }: { gateway?: string; limit?: number } = {},
): Promise<OutboxMessage[]> => {
  const { sql, values } = where('is_open = 1', given('gateway = ?', gateway))
  return readRecords(connection, OUTBOX, MESSAGE, `where ${sql} order by seq limit ?`, [...values, limit])
}

/** What did not simply arrive: sends whose end is unknown, and what was saved instead. Newest first. */
export const troubledOutbox = (connection: Connection, limit: number): Promise<OutboxMessage[]> =>
  readRecords(
    connection,
    OUTBOX,
    MESSAGE,
    "where is_open = 0 and state in ('unsure', 'saved') order by seq desc limit ?",
    [limit],
  )
