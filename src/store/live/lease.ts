import type { Connection } from '../connection.ts'

/** Takes or keeps a lease: true where no other process holds it. It ends by itself at `until`, so a dead holder blocks nothing for long. */
export const claimLease = async (
  connection: Connection,
  { name, holder, now, until }: { name: string; holder: string; now: number; until: number },
): Promise<boolean> => {
  const changed = await connection.run(
    `insert into lease (name, holder, until) values (?, ?, ?)
      on conflict (name) do update set holder = excluded.holder, until = excluded.until
      where lease.until <= ? or lease.holder = excluded.holder`,
    [name, holder, until, now],
  )
  return changed > 0
}

/** Gives a lease back; one that another process has taken meanwhile stays theirs. */
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
