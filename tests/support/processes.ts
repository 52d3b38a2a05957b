import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { App } from '../../src/app.ts'
import { createProcesses } from '../../src/processes/client.ts'
import { connectHost } from '../../src/processes/host/connect.ts'
import { locateHost } from '../../src/processes/host/place.ts'
import { identityOf, isAlive, signalProcess } from '../../src/processes/trees/identity.ts'
import type { Limits } from '../../src/processes/limits.ts'
import type { Processes, StartRequest } from '../../src/processes/processes.ts'
import type { Connection } from '../../src/store/connection.ts'
import { openStore } from '../../src/store/open.ts'
import { eventually } from './eventually.ts'
import { uses } from './programs.ts'

// A host runs these for processes of this machine where they are there.
uses('setsid', 'fallocate')

export interface ProcessBench {
  app: App
  processes: Processes
  directory: string
  store(): Promise<Connection>
  /** Another client, as another shell would be. */
  another(): Processes
  start(command: string, more?: Partial<StartRequest>): ReturnType<Processes['start']>
  hostPid(): Promise<number>
  /** kill -9 of the host, which is gone when this resolves. */
  killHost(): Promise<void>
}

/** A home of its own with a host of its own; when the test ends, so does everything that was started. */
export const processBench = (
  t: { after(clean: () => Promise<void>): void },
  {
    limits = {},
    env = {},
    below = '',
    storeAddress,
  }: { limits?: Partial<Limits>; env?: Record<string, string>; below?: string; storeAddress?: string } = {},
): ProcessBench => {
  const root = mkdtempSync(join(tmpdir(), 'warmstart-test-'))
  const home = join(root, below)
  const app: App = {
    now: Date.now,
    home,
    storeAddress: storeAddress ?? `sqlite:${join(root, 'store.db')}`,
    owner: 'sam',
    machine: 'test',
    place: { home: root, env: { PATH: process.env['PATH'] ?? '', ...env }, platform: process.platform },
  }
  const options = { limits: { idleMs: 300, graceMs: 500, ...limits } }
  let opened: Promise<Connection> | undefined
  const store = (): Promise<Connection> => (opened ??= openStore(app.storeAddress))
  const clients: { disconnect(): void }[] = []
  const another = (): Processes => {
    const client = createProcesses(app, store, options)
    clients.push(client)
    return client
  }
  const processes = another()
  const hostPid = async (): Promise<number> => {
    const { socket, pid } = await connectHost(app, options)
    socket.destroy()
    return pid
  }
  t.after(async () => {
    for (const { id } of await processes.list()) await processes.kill(id, 'the end of the test')
    const host = identityOf(await hostPid())
    for (const client of clients) client.disconnect()
    if (host !== undefined) {
      signalProcess(host, 'SIGTERM')
      await eventually(() => !isAlive(host), 'the host ends when it is told to')
    }
    await (await opened)?.close()
    rmSync(root, { recursive: true, force: true })
  })
  return {
    app,
    processes,
    directory: locateHost(app).directory,
    store,
    another,
    start: (command, more = {}) => processes.start({ command, workdir: root, owner: 'sam', ...more }),
    hostPid,
    killHost: async () => {
      const host = identityOf(await hostPid())
      if (host === undefined) return
      process.kill(host.pid, 'SIGKILL')
      await eventually(() => !isAlive(host), 'the host is gone')
    },
  }
}

export const isRunning = (pid: number): boolean => identityOf(pid) !== undefined
