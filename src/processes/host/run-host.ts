import { existsSync, rmSync } from 'node:fs'
import type { Server } from 'node:net'
import { openStore } from '../../store/open.ts'
import { guardTrees } from '../keeping/guard-trees.ts'
import { createKeeper, type Keeper } from '../keeping/keeper.ts'
import { LIMITS, type Limits } from '../limits.ts'
import { isFinal } from '../machine.ts'
import { recover } from '../keeping/recover.ts'
import { makeRoom } from '../keeping/room.ts'
import { takeLock } from './lock.ts'
import { locateHost, secureDirectory, socketAddress } from './place.ts'
import { createHostServer } from './serve.ts'

/** Settings that the starter passes to a host. */
export interface HostSettings {
  home: string
  storeAddress: string
  machine: string
  limits?: Partial<Limits>
}

const TIDY_EVERY_MS = 60_000

/**
 * Runs the one process that holds all background processes of a home: it takes up what an earlier host left, answers
 * clients, and ends by itself when it holds nothing. Returns at once if another host runs.
 */
export const runHost = async ({ home, storeAddress, machine, limits }: HostSettings): Promise<void> => {
  const place = locateHost({ home, storeAddress })
  secureDirectory(place.directory)
  const lock = takeLock(place.lock)
  if (lock === undefined) return
  const store = await openStore(storeAddress)
  const keeper = createKeeper({
    now: Date.now,
    store,
    holder: { machine, home },
    limits: { ...LIMITS, ...limits },
    directory: place.directory,
    env: process.env,
  })
  await recover(keeper)
  const stopGuard = guardTrees(keeper)
  const tidying = setInterval(() => void makeRoom(keeper, 0).catch(() => undefined), TIDY_EVERY_MS).unref()
  const reaping = setInterval(() => void keeper.sandboxes.reap().catch(() => undefined), reapEveryMs(keeper)).unref()
  await makeRoom(keeper, 0)
  await serveUntilIdle(keeper, socketAddress(place), place.directory)
  stopGuard()
  clearInterval(tidying)
  clearInterval(reaping)
  for (const held of keeper.held.values()) for (const stop of held.stops) stop()
  await store.close()
  lock.release()
}

const reapEveryMs = ({ limits }: Keeper): number => Math.min(TIDY_EVERY_MS, limits.sandboxIdleMs)

const serveUntilIdle = async (
  keeper: Keeper,
  address: ReturnType<typeof socketAddress>,
  directory: string,
): Promise<void> => {
  // This host has the lock, so a socket that exists here is left from a killed host.
  rmSync(address.path, { force: true })
  await new Promise<void>((resolve, reject) => {
    let idle: NodeJS.Timeout | undefined
    const end = (): void => {
      clearTimeout(idle)
      clearInterval(looking)
      process.off('SIGTERM', end)
      // The host does not wait for clients: a connected client finds the next host by asking again.
      server.close()
      for (const connection of connections) connection.destroy()
      resolve()
    }
    const look = (): void => {
      // The home was removed, so no client can find this host any more.
      if (!existsSync(directory)) return end()
      const isIdle =
        connections.size === 0 &&
        !keeper.sandboxes.isAwaited() &&
        keeper.held.values().every(({ process }) => isFinal(process.state))
      if (!isIdle) {
        clearTimeout(idle)
        idle = undefined
      } else idle ??= setTimeout(end, keeper.limits.idleMs)
    }
    const { server, connections } = createHostServer(keeper, look)
    const looking = setInterval(look, Math.min(1_000, keeper.limits.idleMs))
    process.on('SIGTERM', end)
    server.once('error', reject)
    listenPrivately(server, address.path)
    server.on('connection', look)
  })
  address.release()
}

/** Only the owner may connect, from the first moment on. Commands do not inherit this umask. */
const listenPrivately = (server: Server, path: string): void => {
  const before = process.umask(0o177)
  try {
    server.listen(path)
  } finally {
    process.umask(before)
  }
}
