import { resolve } from 'node:path'
import { AppError } from '../lib/error.ts'
import type { Connection } from './connection.ts'
import { migrate } from './migrate.ts'
import type { StoreUse } from './store-use.ts'

/** Opens the store behind an address (`sqlite:PATH`, `postgres://...`) and brings its tables up to date. */
export const openStore = async (address: string, use: StoreUse = {}): Promise<Connection> => {
  const connection = await connect(address, use)
  try {
    await migrate(connection)
    return connection
  } catch (error) {
    await connection.close()
    throw error
  }
}

const connect = async (address: string, use: StoreUse): Promise<Connection> => {
  if (address.startsWith('sqlite:')) {
    const path = address.slice('sqlite:'.length)
    if (path === '') throw badAddress(address)
    const { openSqlite } = await import('./engines/sqlite.ts')
    return openSqlite(path === ':memory:' ? path : resolve(path), use)
  }
  if (/^postgres(ql)?:\/\//.test(address)) {
    if (!URL.canParse(address)) throw badAddress(address)
    const { openPostgres } = await import('./engines/postgres.ts')
    return openPostgres(address)
  }
  throw badAddress(address)
}

const badAddress = (address: string): AppError =>
  // The address may hold a password, so only its scheme is repeated.
  new AppError('store-url', `not a store address: ${address.split(':')[0]}:...`, {
    hint: 'use sqlite:PATH or postgres://user@host/database',
  })
