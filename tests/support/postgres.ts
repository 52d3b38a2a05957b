import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { eventually } from './eventually.ts'
import type { PostgresState } from './postgres-server.ts'

/** Set for all test files of a run that share one server: the directory of that server. */
const SHARED = 'WARMSTART_TEST_POSTGRES'

/** An empty database of its own on a real PostgreSQL server: on the server of the test run, or on one that stops with the database. */
export const startPostgres = async (): Promise<{ url(schema: string): string; stop(): Promise<void> }> => {
  const shared = process.env[SHARED]
  const own = shared === undefined ? launchServer() : undefined
  const port = await portOf(own?.directory ?? shared ?? '')
  const address = (database: string): string => `postgres://tester:loopback-only@127.0.0.1:${port}/${database}`
  const database = `test_${randomBytes(8).toString('hex')}`
  const tell = async (sql: string): Promise<void> => {
    const client = new pg.Client(address('postgres'))
    await client.connect()
    await client.query(sql).finally(() => client.end())
  }
  await tell(`create database ${database}`)
  return {
    url: (schema) => `${address(database)}?schema=${schema}`,
    stop: async () => (own === undefined ? tell(`drop database ${database} with (force)`) : own.stop()),
  }
}

/** Starts the server that all files of a test run share, and returns at once: a file that needs it waits for it. */
export const sharePostgres = (): { stop(): Promise<void> } => {
  const server = launchServer()
  process.env[SHARED] = server.directory
  return server
}

const launchServer = (): { directory: string; stop(): Promise<void> } => {
  const directory = mkdtempSync(join(tmpdir(), 'warmstart-postgres-'))
  // A session of its own: Ctrl-C reaches the test run, and the server stops because the run is gone.
  const guard = spawn(process.execPath, [join(import.meta.dirname, 'postgres-server.ts'), directory], {
    stdio: ['pipe', 'ignore', 'inherit'],
    detached: true,
  })
  guard.unref()
  return { directory, stop: () => stopped(guard) }
}

const stopped = (guard: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (guard.exitCode !== null || guard.signalCode !== null) return resolve()
    guard.ref()
    guard.once('exit', () => resolve())
    guard.stdin?.end()
  })

const portOf = async (directory: string): Promise<number> => {
  const path = join(directory, 'ready.json')
  await eventually(() => existsSync(path), 'PostgreSQL is ready')
  const state = JSON.parse(readFileSync(path, 'utf8')) as PostgresState
  if ('problem' in state) throw new Error(`PostgreSQL did not start: ${state.problem}`)
  return state.port
}
