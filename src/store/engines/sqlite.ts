import { chmodSync, existsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { isMainThread } from 'node:worker_threads'
import { AppError } from '../../lib/error.ts'
import { openDetached, openReadOnly } from '../../lib/foreign-database.ts'
import { retryWhile } from '../../lib/back-off.ts'
import type { Connection, Row, Table, Value } from '../connection.ts'
import type { StoreUse } from '../store-use.ts'
import { insertSql } from '../statement.ts'
import { codeOf, explained, isBusy, isFullDisk, SQLITE_READONLY } from './sqlite-errors.ts'

const ENGINE = { name: 'sqlite', textType: 'text' } as const

/** A busy timeout blocks the event loop for its whole length, so it is short; longer waits are asynchronous. */
const BUSY_TIMEOUT_MS = 50
/** How long a write waits for other processes before it gives up with a clear error. */
const LOCK_WAIT_MS = 30_000
/** Pages of one transaction of a large import; what does not fit is written twice. Only as much is taken as is used. */
const CACHE_KIB = 32 * 1024
/** Ids touch the same pages of the indices again and again: the rarer the log is copied into the file, the less is copied. */
const CHECKPOINT_PAGES = 4_000

/** An open file, and what its one connection needs to remember. */
interface OpenStore {
  readonly path: string
  readonly database: DatabaseSync
  readonly statements: Map<string, StatementSync>
  /** One connection: transactions take turns, and whatever is asked outside of one waits for it to end. */
  turn: Promise<unknown>
}

/** Opens (and creates) the file that only its owner may read. */
export const openSqlite = async (path: string, use: StoreUse = {}): Promise<Connection> => {
  if (path !== ':memory:' && isEmpty(path)) await makePlace(path)
  // Several processes may make a new store at the same moment: opening waits like every write.
  const database = await whenFree(path, () => openFile(path, use))
  const store: OpenStore = { path, database, statements: new Map(), turn: Promise.resolve() }
  const inside = insideTransaction(store)
  const change = (sql: string, values: readonly Value[] = []): number =>
    Number(prepare(store, sql).run(...values).changes)
  return {
    ...inside,
    all: (sql, values) => exclusively(store, () => inside.all(sql, values)),
    run: (sql, values) => exclusively(store, () => whenFree(path, () => change(sql, values))),
    insertNew: (table, rows) =>
      exclusively(store, () => inTransaction(store, inside, (connection) => connection.insertNew(table, rows))),
    transaction: (work) => exclusively(store, () => inTransaction(store, inside, work)),
    ...(use.onUnwritable === undefined
      ? {}
      : {
          deriveInMemory: (tables: readonly string[], reason: AppError) => {
            const { onUnwritable } = use
            return exclusively(store, () => deriveInMemory(store, tables, () => onUnwritable?.(reason)))
          },
        }),
    close: async () => {
      store.statements.clear()
      database.close()
    },
  } as Connection
}

const prepare = ({ database, statements }: OpenStore, sql: string): StatementSync => {
  const known = statements.get(sql)
  if (known !== undefined) return known
  const made = database.prepare(sql)
  statements.set(sql, made)
  return made
}

const exclusively = <T>(store: OpenStore, work: () => Promise<T>): Promise<T> => {
  const mine = store.turn.then(work)
  store.turn = mine.catch(() => undefined)
  return mine
}

/** The connection as the work of a transaction sees it: it has the file to itself. */
const insideTransaction = (store: OpenStore): Connection => {
  const { path, database } = store
  const inside: Connection = {
    engine: ENGINE,
    all: async <R extends Row>(sql: string, values: readonly Value[] = []) =>
      attempt(path, () => prepare(store, sql).all(...values) as R[]),
    async *each<R extends Row>(sql: string, values: readonly Value[] = []) {
      try {
        // A statement of its own: a cached one would be reset by the next caller of the same SQL.
        for (const row of database.prepare(sql).iterate(...values)) yield row as R
      } catch (error) {
        throw explained(path, error)
      }
    },
    run: async (sql, values = []) => attempt(path, () => Number(prepare(store, sql).run(...values).changes)),
    insertNew: async (table, rows) => attempt(path, () => insertNew(store, table, rows)),
    transaction: (work) => work(inside),
    close: async () => undefined,
  }
  return inside
}

const inTransaction = async <T>(
  store: OpenStore,
  inside: Connection,
  work: (connection: Connection) => Promise<T>,
): Promise<T> => {
  const { path, database } = store
  await whenFree(path, () => prepare(store, 'begin immediate').run())
  try {
    const result = await work(inside)
    attempt(path, () => prepare(store, 'commit').run())
    return result
  } catch (error) {
    if (database.isTransaction) prepare(store, 'rollback').run()
    throw error
  }
}

const deriveInMemory = async (store: OpenStore, tables: readonly string[], tell: () => void): Promise<void> => {
  tell()
  // Rarely needed, and hooks load as little as they can.
  const { copyIntoMemory } = await import('./sqlite-in-memory.ts')
  attempt(store.path, () => copyIntoMemory(store.database, tables))
  // They were made for the tables of the file.
  store.statements.clear()
}

const isEmpty = (path: string): boolean => !existsSync(path) || statSync(path).size === 0

/** Hooks open only stores that are there, and do not load this. */
const makePlace = async (path: string): Promise<void> => {
  const { makeDirectory } = await import('../../lib/make-directory.ts')
  attempt(path, () => makeDirectory(dirname(path)))
}

const openFile = (path: string, { onUnwritable }: StoreUse): DatabaseSync => {
  if (path === ':memory:') return prepared(new DatabaseSync(path))
  const isNew = isEmpty(path)
  try {
    if (!isNew) refuseForeign(path, openReadOnly(path).database)
    return preparedOrClosed(openPrivately(path, isNew))
  } catch (error) {
    if (onUnwritable === undefined || isNew || !isFullDisk(path, error)) throw error
    const database = openWithoutRoom(path)
    onUnwritable(explained(path, error) as AppError)
    return database
  }
}

const preparedOrClosed = (database: DatabaseSync, first = ''): DatabaseSync => {
  try {
    database.exec(first)
    return prepared(database)
  } catch (error) {
    database.close()
    throw error
  }
}

/**
 * SQLite needs 32 KiB beside the file for those who share it. Held alone the file needs nothing: its log is found by a list in memory.
 * Others wait meanwhile, so this is for callers that close it soon. Where not even an empty log can be made, no other process can share
 * it, and it is read as a file that does not change.
 */
const openWithoutRoom = (path: string): DatabaseSync => {
  refuseForeign(path, openDetached(path))
  try {
    return preparedOrClosed(openPrivately(path, false), 'pragma locking_mode = exclusive')
  } catch (error) {
    const logBytes = statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0
    if (isBusy(error) || logBytes > 0) throw error
    return preparedOrClosed(openDetached(path))
  }
}

const prepared = (database: DatabaseSync): DatabaseSync => {
  try {
    // The page size is set before the first table; afterwards the statement does nothing.
    database.exec('pragma page_size = 8192; pragma journal_mode = wal; pragma synchronous = normal')
  } catch (error) {
    // A store that may only be read is good enough for those who only read.
    if (codeOf(error) !== SQLITE_READONLY) throw error
  }
  database.exec(
    `pragma cache_size = -${CACHE_KIB}; pragma wal_autocheckpoint = ${CHECKPOINT_PAGES}; pragma temp_store = memory; pragma foreign_keys = off`,
  )
  return database
}

/** Another program's database, named by mistake, must not get our tables: it is looked into without touching it. */
const refuseForeign = (path: string, database: DatabaseSync): void => {
  try {
    const tables = database.prepare("select name from sqlite_master where type = 'table'").all()
    if (tables.length === 0 || tables.some((table) => table['name'] === 'migration')) return
  } finally {
    database.close()
  }
  throw new AppError('store-foreign', `${path} is the database of another program`, {
    hint: 'name a file of its own for the store: --store sqlite:PATH. To read history from this one: sync --path',
  })
}

/** The file and what SQLite puts beside it are the owner's alone from the first moment on. */
const openPrivately = (path: string, isNew: boolean): DatabaseSync => {
  const before = isMainThread ? process.umask(0o077) : undefined
  try {
    const database = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS })
    if (isNew) chmodSync(path, 0o600)
    return database
  } finally {
    if (before !== undefined) process.umask(before)
  }
}

const insertNew = (store: OpenStore, table: Table, rows: readonly Value[][]): number[] => {
  const statement = prepare(store, insertSql(table, 'on conflict do nothing'))
  const present: number[] = []
  for (let index = 0; index < rows.length; index++) {
    const row = rows[index]
    if (row !== undefined && statement.run(...row).changes === 0) present.push(index)
  }
  return present
}

const attempt = <T>(path: string, work: () => T): T => {
  try {
    return work()
  } catch (error) {
    throw explained(path, error)
  }
}

const whenFree = async <T>(path: string, work: () => T): Promise<T> => {
  try {
    return await retryWhile(isBusy, async () => work(), { limitMs: LOCK_WAIT_MS })
  } catch (error) {
    throw explained(path, error)
  }
}
