import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { AppError } from '../lib/error.ts'
import type { Connection } from './connection.ts'

/** How many migrations the tables of a store have seen that this program reads and writes. */
export const SCHEMA_VERSION = 6

const BUSY_TIMEOUT_MS = 10

/**
 * Opens a store that is there and of the present schema, for those who may neither make one nor wait for tables to be changed.
 * Everything else is an error.
 */
export const openExisting = async (address: string): Promise<Connection> => {
  const connection = await connect(address)
  try {
    const version = await schemaVersion(connection)
    if (version === SCHEMA_VERSION) return connection
    const what = version < SCHEMA_VERSION ? 'older' : 'newer'
    throw new AppError('store-schema', `the store is of a ${what} schema (${version}, not ${SCHEMA_VERSION})`, {
      hint: version < SCHEMA_VERSION ? 'run `warmstart sync` once' : 'update warmstart',
    })
  } catch (error) {
    await connection.close()
    throw error
  }
}

const connect = async (address: string): Promise<Connection> => {
  if (address.startsWith('sqlite:')) {
    const path = resolve(address.slice('sqlite:'.length))
    if (!existsSync(path))
      throw new AppError('no-such-store', 'there is no store yet', { hint: 'run `warmstart sync`' })
    const { openSqlite } = await import('./engines/sqlite.ts')
    const connection = await openSqlite(path)
    // SQLite waits inside the call, where no timer comes through.
    await connection.all(`pragma busy_timeout = ${BUSY_TIMEOUT_MS}`)
    return connection
  }
  if (/^postgres(ql)?:\/\//.test(address)) {
    const { openPostgres } = await import('./engines/postgres.ts')
    return openPostgres(address)
  }
  throw new AppError('store-url', 'not the address of a store')
}

const schemaVersion = async (connection: Connection): Promise<number> => {
  const [row] = await connection.all<{ version: number | null }>('select max(id) as version from migration')
  return row?.version ?? 0
}
