import { AppError } from '../lib/error.ts'
import type { Connection } from './connection.ts'
import { SCHEMA_VERSION } from './meta.ts'

/** Brings the tables up to date; does nothing but one read when they are. */
export const migrate = async (connection: Connection): Promise<void> => {
  const done = await appliedCount(connection)
  if (done > SCHEMA_VERSION) {
    throw new AppError(
      'store-newer',
      `the store was made by a newer warmstart (schema ${done}, this one knows ${SCHEMA_VERSION})`,
      {
        hint: 'update warmstart, or choose another store with --store',
      },
    )
  }
  if (done === SCHEMA_VERSION) return
  // Most stores are up to date, and then the descriptions of the tables are not loaded.
  const { MIGRATIONS } = await import('./migrations.ts')
  await connection.transaction(async (transaction) => {
    // Another process may have been faster: look again under the lock.
    if (transaction.engine.name === 'postgres') await transaction.run('select pg_advisory_xact_lock(7263401)')
    // PostgreSQL may remember from before the lock that the table was missing; creating it makes it look again.
    await transaction.run('create table if not exists migration (id bigint primary key)')
    const already = await highest(transaction)
    for (let id = already; id < MIGRATIONS.length; id++) {
      for (const statement of MIGRATIONS[id]?.(transaction.engine) ?? []) await transaction.run(statement)
      await transaction.run('insert into migration (id) values (?)', [id + 1])
    }
  })
}

const appliedCount = async (connection: Connection): Promise<number> => {
  const tables =
    connection.engine.name === 'sqlite'
      ? "select name from sqlite_master where type = 'table' and name = 'migration'"
      : "select to_regclass('migration') as name where to_regclass('migration') is not null"
  if ((await connection.all(tables)).length === 0) return 0
  return highest(connection)
}

const highest = async (connection: Connection): Promise<number> => {
  const [row] = await connection.all<{ done: number | null }>('select max(id) as done from migration')
  return row?.done ?? 0
}
