import type { Connection } from '../connection.ts'
import { insertSql } from '../statement.ts'
import { integer, table, text } from '../table.ts'

export const LEASE = table('lease', ['name'], { name: text, holder: text, until: integer })

const CLAIM = insertSql(
  LEASE,
  `on conflict (name) do update set holder = excluded.holder, until = excluded.until
    where lease.until <= ? or lease.holder = excluded.holder`,
)

/**
 * Takes or renews a lease. Returns false if another process holds it. A lease ends at `until`, so a dead holder does
 * not block others for long.
 */
export const claimLease = async (
  connection: Connection,
  { name, holder, now, until }: { name: string; holder: string; now: number; until: number },
): Promise<boolean> => (await connection.run(CLAIM, [name, holder, until, now])) > 0

/** Gives a lease back, unless another process has taken it in the meantime. */
export const releaseLease = (connection: Connection, name: string, holder: string): Promise<number> =>
  connection.run('delete from lease where name = ? and holder = ?', [name, holder])

/** Who holds it now; undefined where it is free. */
export const leaseHolder = async (connection: Connection, name: string, now: number): Promise<string | undefined> => {
  const [row] = await connection.all<{ holder: string }>('select holder from lease where name = ? and until > ?', [
    name,
    now,
  ])
  return row?.holder
}

/** Whether it is still ours: it may have run out, as long as no other process has taken it. */
export const holdsLease = async (connection: Connection, name: string, holder: string): Promise<boolean> =>
  (await connection.all('select holder from lease where name = ? and holder = ?', [name, holder])).length > 0
