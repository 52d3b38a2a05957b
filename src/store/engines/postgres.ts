import type { Pool, PoolClient } from 'pg'
import { AppError } from '../../lib/error.ts'
import { retryWhile } from '../../lib/back-off.ts'
import type { Connection, Row, Table, Value } from '../connection.ts'
import { explained, isNotReady, stateOf } from './postgres-errors.ts'

const ENGINE = {
  name: 'postgres',
  textType: 'text collate "C"',
  lockRow: ' for update skip locked',
  clock: 'cast(extract(epoch from clock_timestamp()) * 1000 as bigint)',
} as const

const CONNECTIONS = 4
const CONNECT_TIMEOUT_MS = 10_000
/** How long a server that starts or has no connection free is asked again, as long as a busy SQLite file is. */
const NOT_READY_WAIT_MS = 30_000
/** Rows fetched at a time by `each`. */
const PAGE_ROWS = 2_000
const INT8 = 20

/** `postgres://user@host/database`, optionally with `?schema=name` to keep several stores in one database. */
export const openPostgres = async (
  url: string,
  { notReadyWaitMs = NOT_READY_WAIT_MS }: { notReadyWaitMs?: number } = {},
): Promise<Connection> => {
  const { default: pg } = await import('pg')
  const { connectionString, schema } = withoutSchema(url)
  const pool = new pg.Pool({
    connectionString,
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    // Counts and times are below 2^53, so they are read as numbers on this engine as on the other.
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        oid === INT8 ? Number : pg.types.getTypeParser(oid, format),
    },
    ...(schema === undefined ? {} : { options: `-c search_path=${schema}` }),
  })
  // A connection that breaks while idle is replaced by the next query; without a listener it would end the process.
  pool.on('error', () => undefined)
  try {
    await whenReady(async () => {
      if (schema !== undefined) await makeSchema(pool, schema)
      else await pool.query('select 1')
    }, notReadyWaitMs)
  } catch (error) {
    await pool.end()
    throw explained(error)
  }
  return overPool(pool, notReadyWaitMs)
}

const whenReady = <T>(work: () => Promise<T>, limitMs: number): Promise<T> => retryWhile(isNotReady, work, { limitMs })

/** `if not exists` does not help when two connections make it at the same moment: the second one fails, and all is well. */
const makeSchema = async (pool: Pool, schema: string): Promise<void> => {
  try {
    await pool.query(`create schema if not exists ${schema}`)
  } catch (error) {
    if (!['23505', '42P06'].includes(stateOf(error))) throw error
  }
}

const overPool = (pool: Pool, waitMs: number): Connection => ({
  ...overClient(pool, waitMs),
  transaction: async (work) => {
    const client = await connected(pool, waitMs)
    try {
      await client.query('begin')
      // Writers take turns, as on the other engine: copies of a call are settled by looking at what others have written.
      await client.query(TAKE_TURN)
      const result = await work(overClient(client))
      await client.query('commit')
      client.release()
      return result
    } catch (error) {
      await giveBack(client)
      throw explained(error)
    }
  },
  async *each<R extends Row>(sql: string, values: readonly Value[] = []) {
    const client = await connected(pool, waitMs)
    try {
      await client.query('begin read only')
      await client.query(`declare listing no scroll cursor for ${numbered(sql)}`, [...values])
      for (;;) {
        const page = await client.query<R>(`fetch ${PAGE_ROWS} from listing`)
        yield* page.rows
        if (page.rows.length < PAGE_ROWS) return
      }
    } catch (error) {
      throw explained(error)
    } finally {
      await giveBack(client)
    }
  },
  close: () => pool.end(),
})

/** One lock for the writers of one schema. */
const TAKE_TURN = 'select pg_advisory_xact_lock(7263402, hashtext(current_schema()::text))'

const connected = async (pool: Pool, waitMs: number): Promise<PoolClient> => {
  try {
    const client = await whenReady(() => pool.connect(), waitMs)
    // A connection that breaks while it is ours fails the next query; without a listener it would end the process.
    if (client.listenerCount('error') === 0) client.on('error', () => undefined)
    return client
  } catch (error) {
    throw explained(error)
  }
}

/** A failed rollback means the connection is gone; the server has rolled back by itself. */
const giveBack = (client: PoolClient): Promise<void> =>
  client.query('rollback').then(
    () => client.release(),
    () => client.release(true),
  )

const overClient = (client: Pool | PoolClient, waitMs = 0): Connection => {
  const query = async <R extends Row>(sql: string, values: readonly Value[]) => {
    try {
      return await whenReady(() => client.query<R>(numbered(sql), [...values]), waitMs)
    } catch (error) {
      throw explained(error)
    }
  }
  const connection: Connection = {
    engine: ENGINE,
    all: async <R extends Row>(sql: string, values: readonly Value[] = []) => (await query<R>(sql, values)).rows,
    async *each<R extends Row>(sql: string, values: readonly Value[] = []) {
      yield* (await query<R>(sql, values)).rows
    },
    run: async (sql, values = []) => (await query(sql, values)).rowCount ?? 0,
    insertNew: (table, rows) => insertNew(connection, table, rows),
    transaction: (work) => work(connection),
    close: async () => undefined,
  }
  return connection
}

/** Rows of a statement: a few megabytes of text at most. */
const INSERT_ROWS = 2_000

/**
 * Rows go over as one value, which the server takes apart by the types of the table. A placeholder for each value makes statements of
 * many thousand placeholders, and reading those costs the server more than the insert.
 */
const insertNew = async (connection: Connection, table: Table, rows: readonly Value[][]): Promise<number[]> => {
  const columns = table.columns.join(', ')
  const present: number[] = []
  for (let from = 0; from < rows.length; from += INSERT_ROWS) {
    const part = rows.slice(from, from + INSERT_ROWS)
    const inserted = await connection.all(
      `insert into ${table.name} (${columns}) select ${columns} from json_populate_recordset(null::${table.name}, ?) ` +
        `on conflict do nothing returning ${table.key.join(', ')}`,
      [JSON.stringify(part.map((row) => recordOf(table, row)))],
    )
    if (inserted.length === part.length) continue
    const fresh = new Set(inserted.map((row) => table.key.map((column) => row[column]).join('\u0000')))
    const positions = table.key.map((column) => table.columns.indexOf(column))
    part.forEach((row, index) => {
      // Deleted once used: a batch may hold the same key twice, and only the first of them was inserted.
      if (!fresh.delete(positions.map((position) => row[position]).join('\u0000'))) present.push(from + index)
    })
  }
  return present
}

/**
 * A row as a JSON object. Null values are left out: the server reads a missing field as null. Half a surrogate pair is
 * replaced, as the driver does for a single text.
 */
const recordOf = (table: Table, row: readonly Value[]): Record<string, Value> => {
  const record: Record<string, Value> = {}
  for (const [index, column] of table.columns.entries()) {
    const value = row[index] ?? null
    if (value !== null) record[column] = typeof value === 'string' ? value.toWellFormed() : value
  }
  return record
}

/** `?` becomes `$1`, `$2`, ... No statement of ours holds a question mark in a string. */
const numbered = (sql: string): string => {
  let count = 0
  return sql.replace(/\?/g, () => `$${++count}`)
}

const withoutSchema = (url: string): { connectionString: string; schema: string | undefined } => {
  const parsed = new URL(url)
  const schema = parsed.searchParams.get('schema') ?? undefined
  parsed.searchParams.delete('schema')
  if (schema !== undefined && !/^[a-z_][a-z0-9_]{0,62}$/.test(schema)) {
    throw new AppError('store-url', `not a schema name: ${schema}`, { hint: 'use small letters, digits and _' })
  }
  return { connectionString: parsed.toString(), schema }
}
