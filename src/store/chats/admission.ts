import type { Connection } from '../connection.ts'
import { insertRecord, readRecords } from '../statement.ts'
import { integer, optional, pick, type RecordOf, table, text } from '../table.ts'

export const ADMITTED = table('admitted', ['platform', 'user_id'], {
  platform: text,
  user_id: text,
  user_name: optional(text),
  admitted_at: integer,
  how: text,
})
const WHO = pick(ADMITTED, 'platform user_id user_name admitted_at')

/** A person who may talk to the agent. */
export type Admitted = RecordOf<typeof ADMITTED, typeof WHO>

export const PAIRING = table('pairing', ['code'], {
  code: text,
  platform: text,
  user_id: text,
  user_name: optional(text),
  asked_at: integer,
  until: integer,
})
const ASKED = pick(PAIRING)

/** A person who asked to be let in, and the code by which the owner of the machine can do so. */
export type Pairing = RecordOf<typeof PAIRING>

export const isAdmitted = async (connection: Connection, platform: string, userId: string): Promise<boolean> =>
  (await connection.all('select 1 as yes from admitted where platform = ? and user_id = ?', [platform, userId]))
    .length > 0

export const listAdmitted = (connection: Connection): Promise<Admitted[]> =>
  readRecords(connection, ADMITTED, WHO, 'order by platform, user_id')

/** Takes back what was given; returns how many that was. */
export const dismiss = (connection: Connection, platform: string, userId: string): Promise<number> =>
  connection.run('delete from admitted where platform = ? and user_id = ?', [platform, userId])

/**
 * Keeps a pairing code for a person. Returns false if the person already has a valid code, or if too many people have
 * asked and no more codes are given out for now.
 */
export const addPairing = (connection: Connection, pairing: Pairing, mostPending: number): Promise<boolean> =>
  connection.transaction(async (transaction) => {
    await transaction.run('delete from pairing where until <= ?', [pairing.askedAt])
    const [count] = await transaction.all<{ n: number }>('select count(*) as n from pairing where platform = ?', [
      pairing.platform,
    ])
    if ((count?.n ?? 0) >= mostPending) return false
    return (await insertRecord(transaction, PAIRING, pairing, 'on conflict do nothing')) > 0
  })

export const listPairings = (connection: Connection, now: number): Promise<Pairing[]> =>
  readRecords(connection, PAIRING, ASKED, 'where until > ? order by asked_at, code', [now])

/** Lets in the person a code was given to. Undefined where no such code is good any more. A code works once. */
export const approvePairing = (connection: Connection, code: string, now: number): Promise<Pairing | undefined> =>
  connection.transaction(async (transaction) => {
    const [pairing] = await readRecords(transaction, PAIRING, ASKED, 'where code = ? and until > ?', [code, now])
    if (pairing === undefined) return undefined
    await transaction.run('delete from pairing where code = ?', [code])
    await insertRecord(
      transaction,
      ADMITTED,
      { ...pairing, admittedAt: now, how: 'pairing' },
      'on conflict (platform, user_id) do update set user_name = excluded.user_name',
    )
    return pairing
  })
