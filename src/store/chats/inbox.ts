import type { Connection } from '../connection.ts'
import { given, insertRecord, readRecords, where } from '../statement.ts'
import { flag, integer, optional, pick, type RecordOf, table, text, word } from '../table.ts'

/** message: said by a person. control: acted on at once, past what is running. notice, job: said by a program. */
export type InboxKind = 'message' | 'control' | 'notice' | 'job'

export const INBOX = table(
  'inbox',
  ['seq'],
  {
    /** Order of arrival over all gateways. */
    seq: integer,
    id: text,
    platform: text,
    chat_id: text,
    message_id: text,
    /** Messages of one lane are acted on one at a time, in order. */
    lane: text,
    session_key: text,
    kind: word<InboxKind>(),
    /** Where it came from, as JSON. */
    source: text,
    text,
    received_at: integer,
    /** The gateway that is to act on it; undefined: the first that comes. */
    gateway: optional(text),
    state: word<'waiting' | 'running' | 'answered' | 'interrupted'>(),
    is_open: flag,
    /** How often it was begun. */
    runs: integer,
  },
  { stop_at: optional(integer), begun_at: optional(integer), ended_at: optional(integer), note: optional(text) },
)

const MESSAGE = pick(
  INBOX,
  'seq id platform chat_id message_id lane session_key kind source text received_at gateway state runs ended_at note',
)

/** A message that was stored, and how far it has come. */
export type InboxMessage = RecordOf<typeof INBOX, typeof MESSAGE>

export type NewInboxMessage = Omit<InboxMessage, 'seq' | 'state' | 'runs' | 'endedAt' | 'note'>

/** Stores messages in order, each once: undefined where the platform's message is there already, else its place. All or none. */
export const storeIncoming = (
  connection: Connection,
  messages: readonly NewInboxMessage[],
): Promise<(number | undefined)[]> =>
  connection.transaction(async (transaction) => {
    const [last] = await transaction.all<{ seq: number | null }>('select max(seq) as seq from inbox')
    let seq = last?.seq ?? 0
    const places: (number | undefined)[] = []
    for (const message of messages) {
      const changed = await insertRecord(
        transaction,
        INBOX,
        { ...message, seq: seq + 1, state: 'waiting', isOpen: true, runs: 0 },
        'on conflict (platform, chat_id, message_id) do nothing',
      )
      places.push(changed === 0 ? undefined : ++seq)
    }
    return places
  })

/** Begins a message: true where it is this gateway's, waiting, and the first of its lane that is not done with. */
export const beginMessage = async (
  connection: Connection,
  { seq, gateway, now }: { seq: number; gateway: string; now: number },
): Promise<boolean> =>
  (await connection.run(
    `update inbox set state = 'running', runs = runs + 1, begun_at = ? where seq = ? and gateway = ? and state = 'waiting'
       and not exists (select 1 from inbox as earlier
         where earlier.is_open = 1 and earlier.lane = inbox.lane and earlier.seq < inbox.seq)`,
    [now, seq, gateway],
  )) > 0

/** Ends a message, inside the transaction that keeps its reply. False for a gateway that is no longer the one to answer it. */
export const endMessage = async (
  connection: Connection,
  { seq, gateway, now, note }: { seq: number; gateway: string; now: number; note?: string | undefined },
): Promise<boolean> =>
  (await connection.run(
    `update inbox set state = 'answered', is_open = 0, ended_at = ?, note = ?
       where seq = ? and gateway = ? and state = 'running'`,
    [now, note ?? null, seq, gateway],
  )) > 0

/** Gives a message back that was begun and deliberately not finished: it waits as if it had not been begun. */
export const putBack = (connection: Connection, { seq, gateway }: { seq: number; gateway: string }): Promise<number> =>
  connection.run(
    "update inbox set state = 'waiting', runs = runs - 1 where seq = ? and gateway = ? and state = 'running'",
    [seq, gateway],
  )

/** Requests the end of the running messages of a lane, on any gateway. Returns the number of these messages. */
export const requestStop = (connection: Connection, lane: string, now: number): Promise<number> =>
  connection.run("update inbox set stop_at = ? where is_open = 1 and lane = ? and state = 'running'", [now, lane])

/** Turns that this gateway runs and a person wants stopped. */
export const stopRequests = async (connection: Connection, gateway: string): Promise<number[]> => {
  const rows = await connection.all<{ seq: number }>(
    "select seq from inbox where is_open = 1 and gateway = ? and state = 'running' and stop_at is not null",
    [gateway],
  )
  return rows.map(({ seq }) => seq)
}

export const readInbox = async (connection: Connection, seq: number): Promise<InboxMessage | undefined> =>
  (await readRecords(connection, INBOX, MESSAGE, 'where seq = ?', [seq]))[0]

export const findInbox = async (
  connection: Connection,
  key: { id: string } | { platform: string; chatId: string; messageId: string },
): Promise<InboxMessage | undefined> => {
  const { sql, values } = where(
    'id' in key
      ? ['id = ?', key.id]
      : ['platform = ? and chat_id = ? and message_id = ?', key.platform, key.chatId, key.messageId],
  )
  return (await readRecords(connection, INBOX, MESSAGE, `where ${sql}`, values))[0]
}

/** What is open, in order of arrival: of one gateway, or of all. */
export const openInbox = (
  connection: Connection,
  { gateway, limit = 1_000_000 }: { gateway?: string; limit?: number } = {},
): Promise<InboxMessage[]> => {
  const { sql, values } = where('is_open = 1', given('gateway = ?', gateway))
  return readRecords(connection, INBOX, MESSAGE, `where ${sql} order by seq limit ?`, [...values, limit])
}

/** Messages that were begun twice and never finished: no gateway acts on them any more, and their writers got no answer. */
export const interruptedInbox = (connection: Connection, limit: number): Promise<InboxMessage[]> =>
  readRecords(connection, INBOX, MESSAGE, "where is_open = 0 and state = 'interrupted' order by seq desc limit ?", [
    limit,
  ])
