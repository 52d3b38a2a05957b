import { AppError } from '../lib/error.ts'
import type { Connection } from './connection.ts'
import { firstMigration } from './migrations/001-first.ts'
import { tallyMigration } from './migrations/002-tally.ts'
import { harvestMigration } from './migrations/003-harvest.ts'
import { templateMigration } from './migrations/004-template.ts'
import { readyMigration } from './migrations/005-ready.ts'
import { ledgerMigration } from './migrations/006-ledger.ts'
import { processMigration } from './migrations/007-process.ts'
import { liveMigration } from './migrations/008-live.ts'
import { chatMigration } from './migrations/009-chat.ts'
import { mailMigration } from './migrations/010-mail.ts'

/** Append-only: a released migration is never edited, only followed by another. */
const MIGRATIONS = [
  firstMigration,
  tallyMigration,
  harvestMigration,
  templateMigration,
  readyMigration,
  ledgerMigration,
  processMigration,
  liveMigration,
  chatMigration,
  mailMigration,
]

/** Brings the tables up to date; does nothing but one read when they are. */
export const migrate = async (connection: Connection): Promise<void> => {
  const done = await appliedCount(connection)
  if (done > MIGRATIONS.length) {
    throw new AppError(
      'store-newer',
      `the store was made by a newer warmstart (schema ${done}, this one knows ${MIGRATIONS.length})`,
      {
        hint: 'update warmstart, or choose another store with --store',
      },
    )
  }
  if (done === MIGRATIONS.length) return
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
