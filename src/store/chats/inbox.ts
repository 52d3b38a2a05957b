import type { Connection, Row, Value } from '../connection.ts'

/** A message that was stored, and how far it has come. */
export interface InboxMessage {
  /** Order of arrival over all gateways. */
  seq: number
  id: string
  platform: string
  chatId: string
  messageId: string
  /** Messages of one lane are acted on one at a time, in order. */
  lane: string
  sessionKey: string
  kind: InboxKind
  /** Where it came from, as JSON. */
  source: string
  text: string
  receivedAt: number
  /** The gateway that is to act on it; undefined: the first that comes. */
  gateway: string | undefined
  state: InboxState
  /** How often it was begun. */
  runs: number
  endedAt: number | undefined
  note: string | undefined
}

/** message: said by a person. control: acted on at once, past what is running. notice, job: said by a program. */
export type InboxKind = 'message' | 'control' | 'notice' | 'job'
type InboxState = 'waiting' | 'running' | 'answered' | 'interrupted'

export type NewInboxMessage = Pick<
  InboxMessage,
  | 'id'
  | 'platform'
  | 'chatId'
  | 'messageId'
  | 'lane'
  | 'sessionKey'
  | 'kind'
  | 'source'
  | 'text'
  | 'receivedAt'
  | 'gateway'
>

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
      const { id, platform, chatId, messageId, lane, sessionKey, kind, source, text, receivedAt, gateway } = message
      const changed = await transaction.run(
        `insert into inbox (seq, id, platform, chat_id, message_id, lane, session_key, kind, source, text, received_at,
           gateway, state, is_open, runs) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'waiting', 1, 0)
           on conflict (platform, chat_id, message_id) do nothing`,
        [seq + 1, id, platform, chatId, messageId, lane, sessionKey, kind, source, text, receivedAt, gateway ?? null],
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

/** Asks for the end of what is running in a lane, on whichever gateway; returns how many messages that concerns. */
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

export const readInbox = async (connection: Connection, seq: number): Promise<InboxMessage | undefined> => {
  const [row] = await connection.all<InboxRow>(`select ${COLUMNS} from inbox where seq = ?`, [seq])
  return row === undefined ? undefined : messageOf(row)
}

export const findInbox = async (
  connection: Connection,
  key: { id: string } | { platform: string; chatId: string; messageId: string },
): Promise<InboxMessage | undefined> => {
  const [where, values]: [string, Value[]] =
    'id' in key
      ? ['id = ?', [key.id]]
      : ['platform = ? and chat_id = ? and message_id = ?', [key.platform, key.chatId, key.messageId]]
  const [row] = await connection.all<InboxRow>(`select ${COLUMNS} from inbox where ${where}`, values)
  return row === undefined ? undefined : messageOf(row)
}

/** What is open, in order of arrival: of one gateway, or of all. */
export const openInbox = async (
  connection: Connection,
  { gateway, limit = 1_000_000 }: { gateway?: string; limit?: number } = {},
): Promise<InboxMessage[]> => {
  const rows = await connection.all<InboxRow>(
    `select ${COLUMNS} from inbox where is_open = 1${gateway === undefined ? '' : ' and gateway = ?'} order by seq limit ?`,
    gateway === undefined ? [limit] : [gateway, limit],
  )
  return rows.map(messageOf)
}

/** Messages that were begun twice and never finished: no gateway acts on them any more, and their writers got no answer. */
export const interruptedInbox = async (connection: Connection, limit: number): Promise<InboxMessage[]> => {
  const rows = await connection.all<InboxRow>(
    `select ${COLUMNS} from inbox where is_open = 0 and state = 'interrupted' order by seq desc limit ?`,
    [limit],
  )
  return rows.map(messageOf)
}

const COLUMNS = `seq, id, platform, chat_id, message_id, lane, session_key, kind, source, text, received_at, gateway, state,
  runs, ended_at, note`

interface InboxRow extends Row {
  seq: number
  id: string
  platform: string
  chat_id: string
  message_id: string
  lane: string
  session_key: string
  kind: string
  source: string
  text: string
  received_at: number
  gateway: string | null
  state: string
  runs: number
  ended_at: number | null
  note: string | null
}

const messageOf = (row: InboxRow): InboxMessage => ({
  seq: row.seq,
  id: row.id,
  platform: row.platform,
  chatId: row.chat_id,
  messageId: row.message_id,
  lane: row.lane,
  sessionKey: row.session_key,
  kind: row.kind as InboxKind,
  source: row.source,
  text: row.text,
  receivedAt: row.received_at,
  gateway: row.gateway ?? undefined,
  state: row.state as InboxState,
  runs: row.runs,
  endedAt: row.ended_at ?? undefined,
  note: row.note ?? undefined,
})
