import type { Connection, Row } from '../connection.ts'
import { among, insertRecord, readRecords, update, where } from '../statement.ts'
import { integer, json, optional, pick, type RecordOf, table, text, word } from '../table.ts'
import { INBOX, type InboxMessage, readInbox } from './inbox.ts'
import { OUTBOX } from './outbox.ts'

/** A platform that cannot be served. Times are milliseconds by the gateway's clock. */
interface GatewayTrouble {
  platform: string
  reason: string
  since: number
  attempts: number
  againAt?: number | undefined
}

export const GATEWAY = table(
  'gateway',
  ['id'],
  {
    id: text,
    /** Where its process id means something. */
    machine: text,
    pid: integer,
    platforms: json<string[]>(),
    troubles: optional(json<GatewayTrouble[]>()),
    started_at: integer,
    /** Counted up as long as it lives. What it reads on whose clock says nothing; that it changes does. */
    beats: integer,
    beat_at: integer,
  },
  {
    /** Undefined while the gateway runs, and if it died without recording its end. */
    ended_at: optional(integer),
    /** stopped: the gateway ended cleanly. died: another gateway found it dead. */
    end_reason: optional(word<'stopped' | 'died'>()),
  },
)
const EVERY_COLUMN = pick(GATEWAY)

/** Platforms that a gateway serves, and platforms that it cannot serve. */
export interface GatewayReport {
  platforms: string[]
  troubles: GatewayTrouble[]
}

/** A process that carries messages of chats. */
export type GatewayMember = RecordOf<typeof GATEWAY> & GatewayReport

export const addGateway = async (
  connection: Connection,
  member: Omit<GatewayMember, 'beats' | 'beatAt' | 'endedAt' | 'endReason' | 'troubles'> & Partial<GatewayReport>,
): Promise<void> => {
  await insertRecord(connection, GATEWAY, { troubles: [], ...member, beats: 1, beatAt: member.startedAt })
}

export const reportGateway = (
  connection: Connection,
  id: string,
  { platforms, troubles }: GatewayReport,
): Promise<number> =>
  update(
    connection,
    GATEWAY,
    { platforms: JSON.stringify(platforms), troubles: JSON.stringify(troubles) },
    where(['id = ?', id]),
  )

/** Counts the beat of a gateway up. Returns false if another gateway has declared it dead; it must then stop. */
export const beatGateway = async (connection: Connection, id: string, now: number): Promise<boolean> =>
  (await connection.run('update gateway set beats = beats + 1, beat_at = ? where id = ? and ended_at is null', [
    now,
    id,
  ])) > 0

/** The first reason stays. "stopped" is the mark of a clean end. */
export const endGateway = (
  connection: Connection,
  id: string,
  { now, reason }: { now: number; reason: 'stopped' | 'died' },
): Promise<number> =>
  connection.run('update gateway set ended_at = ?, end_reason = ? where id = ? and ended_at is null', [now, reason, id])

/** Newest first: all that run, and `ended` of the others. */
export const readGateways = async (connection: Connection, { ended = 0 } = {}): Promise<GatewayMember[]> => {
  const running = await readRecords(
    connection,
    GATEWAY,
    EVERY_COLUMN,
    'where ended_at is null order by started_at desc, id',
  )
  const latest = 'where ended_at is not null order by ended_at desc, id limit ?'
  const gone = ended === 0 ? [] : await readRecords(connection, GATEWAY, EVERY_COLUMN, latest, [ended])
  return [...running, ...gone].map((member) => ({ ...member, troubles: member.troubles ?? [] }))
}

/** Gateways that are not among `living` and still have messages; undefined stands for messages without a gateway. */
export const orphanedBy = async (
  connection: Connection,
  living: ReadonlySet<string>,
): Promise<(string | undefined)[]> => {
  const rows = await connection.all<{ gateway: string | null }>(
    `select gateway from inbox where is_open = 1 group by gateway
     union select gateway from outbox where is_open = 1 group by gateway`,
  )
  return rows
    .map(({ gateway }) => gateway ?? undefined)
    .filter((gateway) => gateway === undefined || !living.has(gateway))
}

/** Writes the notices about messages that are not tried again, in the transaction of the take-over. */
type TellInterrupted = (transaction: Connection, interrupted: readonly InboxMessage[]) => Promise<unknown>

export interface TakenOver {
  /** Begun by the dead one for the second time: not tried again. */
  interrupted: InboxMessage[]
  changed: number
}

/**
 * Takes over the messages of a dead gateway (undefined: messages that no gateway holds) for the platforms that we
 * serve, in one transaction. From then on the other gateway cannot answer them. A message that it had begun is begun a
 * second time, and never a third time. A send that was under way is repeated only if the platform recognises repeats.
 */
export const takeOver = (
  connection: Connection,
  {
    from,
    to,
    platforms,
    repeatable,
    now,
    tell,
  }: {
    from: string | undefined
    to: string
    platforms: readonly string[]
    repeatable: readonly string[]
    now: number
    tell?: TellInterrupted | undefined
  },
): Promise<TakenOver> =>
  connection.transaction(async (transaction) => {
    const whose = where(
      'is_open = 1',
      from === undefined ? 'gateway is null' : ['gateway = ?', from],
      among('platform', platforms),
    )
    const stopped = where(whose, ["state = 'running' and runs >= ?", MOST_RUNS])
    const stuck = await transaction.all<{ seq: number }>(`select seq from inbox where ${stopped.sql}`, stopped.values)
    const interrupted: InboxMessage[] = []
    for (const { seq } of stuck) {
      const message = await readInbox(transaction, seq)
      if (message !== undefined) interrupted.push(message)
      const end = { state: 'interrupted', is_open: 0, ended_at: now, gateway: to } as const
      await update(transaction, INBOX, end, where(['seq = ?', seq]))
    }
    // The notice is written in the same transaction, so a reader that sees the state `interrupted` also finds the
    // notice.
    if (interrupted.length > 0) await tell?.(transaction, interrupted)
    let changed = stuck.length
    changed += await update(transaction, INBOX, { state: 'waiting', gateway: to }, whose)
    const { sql, values } = among('platform', repeatable)
    changed += await update(
      transaction,
      OUTBOX,
      { state: 'unsure', is_open: 0, ended_at: now, gateway: to, note: LOST_SIGHT },
      where(whose, "state = 'sending'", { sql: `not (${sql})`, values }),
    )
    changed += await update(transaction, OUTBOX, { state: 'waiting', gateway: to }, whose)
    return { interrupted, changed }
  })

/** Once, and once more after a crash: what ends a gateway twice would end it for ever. */
const MOST_RUNS = 2
const LOST_SIGHT = 'the gateway died while this was being sent; it may have arrived'

/** Gives back what waits when its gateway stops, so that another need not wait for it to be found dead. */
export const releaseMail = (connection: Connection, gateway: string): Promise<void> =>
  connection.transaction(async (transaction) => {
    for (const table of ['inbox', 'outbox'])
      await transaction.run(
        `update ${table} set gateway = null where is_open = 1 and gateway = ? and state = 'waiting'`,
        [gateway],
      )
  })

/** Deletes messages that were done long ago. Messages that went wrong stay until a person has looked at them. */
export const pruneMail = (connection: Connection, before: number): Promise<number> =>
  connection.transaction(async (transaction) => {
    const inbox = await transaction.run("delete from inbox where ended_at < ? and is_open = 0 and state = 'answered'", [
      before,
    ])
    const outbox = await transaction.run("delete from outbox where ended_at < ? and is_open = 0 and state = 'sent'", [
      before,
    ])
    await transaction.run('delete from gateway where ended_at < ?', [before])
    return inbox + outbox
  })

interface MailCount extends Row {
  state: string
  n: number
}

/** How many messages are in which state, on the way in and out. */
export const countMail = async (
  connection: Connection,
): Promise<{ inbox: Record<string, number>; outbox: Record<string, number> }> => {
  const counted = async (table: 'inbox' | 'outbox'): Promise<Record<string, number>> => {
    const rows = await connection.all<MailCount>(`select state, count(*) as n from ${table} group by state`)
    return Object.fromEntries(rows.map(({ state, n }) => [state, n]))
  }
  return { inbox: await counted('inbox'), outbox: await counted('outbox') }
}
