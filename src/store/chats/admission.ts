import type { Connection, Row } from '../connection.ts'

/** A person who may talk to the agent. */
export interface Admitted {
  platform: string
  userId: string
  userName: string | undefined
  admittedAt: number
}

/** A person who asked to be let in, and the code by which the owner of the machine can do so. */
export interface Pairing {
  code: string
  platform: string
  userId: string
  userName: string | undefined
  askedAt: number
  until: number
}

export const isAdmitted = async (connection: Connection, platform: string, userId: string): Promise<boolean> =>
  (await connection.all('select 1 as yes from admitted where platform = ? and user_id = ?', [platform, userId]))
    .length > 0

export const listAdmitted = async (connection: Connection): Promise<Admitted[]> => {
  const rows = await connection.all<AdmittedRow>(
    'select platform, user_id, user_name, admitted_at from admitted order by platform, user_id',
  )
  return rows.map((row) => ({
    platform: row.platform,
    userId: row.user_id,
    userName: row.user_name ?? undefined,
    admittedAt: row.admitted_at,
  }))
}

/** Takes back what was given; returns how many that was. */
export const dismiss = (connection: Connection, platform: string, userId: string): Promise<number> =>
  connection.run('delete from admitted where platform = ? and user_id = ?', [platform, userId])

/**
 * Keeps a code for a person. False where there is one for them that is still good (they have been told), or where so many have
 * asked that no more codes are given out for now.
 */
export const addPairing = (
  connection: Connection,
  { code, platform, userId, userName, askedAt, until }: Pairing,
  mostPending: number,
): Promise<boolean> =>
  connection.transaction(async (transaction) => {
    await transaction.run('delete from pairing where until <= ?', [askedAt])
    const [count] = await transaction.all<{ n: number }>('select count(*) as n from pairing where platform = ?', [
      platform,
    ])
    if ((count?.n ?? 0) >= mostPending) return false
    const changed = await transaction.run(
      `insert into pairing (code, platform, user_id, user_name, asked_at, until) values (?, ?, ?, ?, ?, ?)
         on conflict do nothing`,
      [code, platform, userId, userName ?? null, askedAt, until],
    )
    return changed > 0
  })

export const listPairings = async (connection: Connection, now: number): Promise<Pairing[]> => {
  const rows = await connection.all<PairingRow>('select * from pairing where until > ? order by asked_at, code', [now])
  return rows.map(pairingOf)
}

/** Lets in the person a code was given to. Undefined where no such code is good any more. A code works once. */
export const approvePairing = (connection: Connection, code: string, now: number): Promise<Pairing | undefined> =>
  connection.transaction(async (transaction) => {
    const [row] = await transaction.all<PairingRow>('select * from pairing where code = ? and until > ?', [code, now])
    if (row === undefined) return undefined
    await transaction.run('delete from pairing where code = ?', [code])
    await transaction.run(
      `insert into admitted (platform, user_id, user_name, admitted_at, how) values (?, ?, ?, ?, 'pairing')
         on conflict (platform, user_id) do update set user_name = excluded.user_name`,
      [row.platform, row.user_id, row.user_name, now],
    )
    return pairingOf(row)
  })

interface AdmittedRow extends Row {
  platform: string
  user_id: string
  user_name: string | null
  admitted_at: number
}

interface PairingRow extends Row {
  code: string
  platform: string
  user_id: string
  user_name: string | null
  asked_at: number
  until: number
}

const pairingOf = (row: PairingRow): Pairing => ({
  code: row.code,
  platform: row.platform,
  userId: row.user_id,
  userName: row.user_name ?? undefined,
  askedAt: row.asked_at,
  until: row.until,
})
