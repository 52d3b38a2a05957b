import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { AppError, messageOf } from '../lib/error.ts'
import type { Connection } from './connection.ts'
import { SCHEMA_VERSION } from './meta.ts'

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
    // An empty file becomes a database by being opened.
    if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) === 0) throw noStore()
    const { openSqlite } = await import('./engines/sqlite.ts')
    const connection = await openSqlite(path)
    // SQLite waits inside the call, where no timer comes through.
    await connection.all(`pragma busy_timeout = ${BUSY_TIMEOUT_MS}`)
    return connection
  }
  if (/^postgres(ql)?:\/\//.test(address)) {
    const { openPostgres } = await import('./engines/postgres.ts')
    return openPostgres(inSchema(address))
  }
  throw new AppError('store-url', 'not the address of a store')
}

const noStore = (): AppError => new AppError('no-such-store', 'there is no store yet', { hint: 'run `warmstart sync`' })

/** Says where to look in a way that makes nothing: a schema that is named as such is made when it is opened. */
const inSchema = (address: string): string => {
  const url = URL.parse(address)
  const schema = url?.searchParams.get('schema') ?? ''
  if (url === null || !/^[a-z_][a-z0-9_]{0,62}$/.test(schema)) return address
  url.searchParams.delete('schema')
  url.searchParams.set('options', `-c search_path=${schema}`)
  return url.href
}

const schemaVersion = async (connection: Connection): Promise<number> => {
  try {
    const [row] = await connection.all<{ version: number | null }>('select max(id) as version from migration')
    return row?.version ?? 0
  } catch (error) {
    // The two engines say so in nearly the same words.
    throw /no such table|relation "migration" does not exist/.test(messageOf(error)) ? noStore() : error
  }
}
