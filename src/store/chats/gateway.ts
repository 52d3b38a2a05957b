import type { Connection, Row } from '../connection.ts'
import type { InboxMessage } from './inbox.ts'
import { readInbox } from './inbox.ts'

/** Platforms that a gateway serves, and platforms that it cannot serve. */
export interface GatewayReport {
  platforms: string[]
  troubles: GatewayTrouble[]
}

/** A platform that cannot be served. Times are milliseconds by the gateway's clock. */
interface GatewayTrouble {
  platform: string
  reason: string
  since: number
  attempts: number
  againAt?: number | undefined
}

/** A process that carries messages of chats. */
export interface GatewayMember extends GatewayReport {
  id: string
  /** Where its process id means something. */
  machine: string
  pid: number
  startedAt: number
  /** Counted up as long as it lives. What it reads on whose clock says nothing; that it changes does. */
  beats: number
  beatAt: number
  /** Undefined while it runs, and for one that died without a word. */
  endedAt: number | undefined
  /** stopped: by itself, with nothing left running. died: found dead by another. */
  endReason: 'stopped' | 'died' | undefined
}

export const addGateway = async (
  connection: Connection,
  member: Omit<GatewayMember, 'beats' | 'beatAt' | 'endedAt' | 'endReason' | 'troubles'> & Partial<GatewayReport>,
): Promise<void> => {
  const { id, machine, pid, platforms, startedAt, troubles = [] } = member
  await connection.run(
    `insert into gateway (id, machine, pid, platforms, troubles, started_at, beats, beat_at) values (?, ?, ?, ?, ?, ?, 1, ?)`,
    [id, machine, pid, JSON.stringify(platforms), JSON.stringify(troubles), startedAt, startedAt],
  )
}

export const reportGateway = (
  connection: Connection,
  id: string,
  { platforms, troubles }: GatewayReport,
): Promise<number> =>
  connection.run('update gateway set platforms = ?, troubles = ? where id = ?', [
    JSON.stringify(platforms),
    JSON.stringify(troubles),
    id,
  ])

/** False where another has found it dead meanwhile: it must not go on. */
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

/** Newest first: all that run, and of the others so many as `ended` says. */
export const readGateways = async (connection: Connection, { ended = 0 } = {}): Promise<GatewayMember[]> => {
  const running = await connection.all<GatewayRow>(
    'select * from gateway where ended_at is null order by started_at desc, id',
  )
  const gone =
    ended === 0
      ? []
      : await connection.all<GatewayRow>(
          'select * from gateway where ended_at is not null order by ended_at desc, id limit ?',
          [ended],
        )
  return [...running, ...gone].map(memberOf)
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
 * Makes everything of a gateway that is gone (undefined: of none) ours, as far as we serve its platform, in one transaction: from
 * then on the other one cannot answer any of it. What it had begun is begun once more, and no third time. A send that was under way
 * is repeated only where the platform knows repeats.
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
    const whose = from === undefined ? 'gateway is null' : 'gateway = ?'
    const mine = from === undefined ? [] : [from]
    const served = inside(platforms)
    const stuck = await transaction.all<{ seq: number }>(
      `select seq from inbox where is_open = 1 and ${whose} and state = 'running' and runs >= ? and platform in ${served}`,
      [...mine, MOST_RUNS, ...platforms],
    )
    const interrupted: InboxMessage[] = []
    for (const { seq } of stuck) {
      const message = await readInbox(transaction, seq)
      if (message !== undefined) interrupted.push(message)
      await transaction.run(
        "update inbox set state = 'interrupted', is_open = 0, ended_at = ?, gateway = ? where seq = ?",
        [now, to, seq],
      )
    }
    // In the same transaction: a reader that sees the state `interrupted` also finds the notice.
    if (interrupted.length > 0) await tell?.(transaction, interrupted)
    let changed = stuck.length
    changed += await transaction.run(
      `update inbox set state = 'waiting', gateway = ? where is_open = 1 and ${whose} and platform in ${served}`,
      [to, ...mine, ...platforms],
    )
    changed += await transaction.run(
      `update outbox set state = 'unsure', is_open = 0, ended_at = ?, gateway = ?, note = ?
         where is_open = 1 and ${whose} and state = 'sending' and platform in ${served}
           and platform not in ${inside(repeatable)}`,
      [now, to, LOST_SIGHT, ...mine, ...platforms, ...padded(repeatable)],
    )
    changed += await transaction.run(
      `update outbox set state = 'waiting', gateway = ? where is_open = 1 and ${whose} and platform in ${served}`,
      [to, ...mine, ...platforms],
    )
    return { interrupted, changed }
  })

/** Once, and once more after a crash: what ends a gateway twice would end it for ever. */
const MOST_RUNS = 2
const LOST_SIGHT = 'the gateway died while this was being sent; it may have arrived'

/** An empty list is one that holds nothing that is ever asked for. */
const padded = (values: readonly string[]): readonly string[] => (values.length === 0 ? [''] : values)
const inside = (values: readonly string[]): string =>
  `(${padded(values)
    .map(() => '?')
    .join(', ')})`

/** Gives back what waits when its gateway stops, so that another need not wait for it to be found dead. */
export const releaseMail = (connection: Connection, gateway: string): Promise<void> =>
  connection.transaction(async (transaction) => {
    for (const table of ['inbox', 'outbox'])
      await transaction.run(
        `update ${table} set gateway = null where is_open = 1 and gateway = ? and state = 'waiting'`,
        [gateway],
      )
  })

/** Forgets what has long been done with; what went wrong stays until a person has looked. */
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

interface GatewayRow extends Row {
  id: string
  machine: string
  pid: number
  platforms: string
  troubles: string | null
  started_at: number
  beats: number
  beat_at: number
  ended_at: number | null
  end_reason: string | null
}

const memberOf = (row: GatewayRow): GatewayMember => ({
  id: row.id,
  machine: row.machine,
  pid: row.pid,
  platforms: JSON.parse(row.platforms) as string[],
  troubles: JSON.parse(row.troubles ?? '[]') as GatewayTrouble[],
  startedAt: row.started_at,
  beats: row.beats,
  beatAt: row.beat_at,
  endedAt: row.ended_at ?? undefined,
  endReason: (row.end_reason ?? undefined) as GatewayMember['endReason'],
})
