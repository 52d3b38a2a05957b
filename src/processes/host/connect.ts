import { spawn } from 'node:child_process'
import { closeSync, openSync, statSync } from 'node:fs'
import { createConnection, type Socket } from 'node:net'
import { join } from 'node:path'
import type { App } from '../../app.ts'
import { attempts } from '../../lib/back-off.ts'
import { hasNoRoom } from '../../lib/disk-room.ts'
import { AppError } from '../../lib/error.ts'
import type { Limits } from '../limits.ts'
import { PROCESS_ID_VARIABLE } from '../trees/tree.ts'
import { type HostPlace, locateHost, secureDirectory, socketAddress } from './place.ts'
import { createLineReader, PROTOCOL_VERSION } from './protocol.ts'
import type { HostSettings } from './run-host.ts'

/** A connection on which the host has sent its greeting, so it hears questions. */
export interface HostConnection {
  socket: Socket
  /** The host's pid. */
  pid: number
  /** Called for every message after the greeting. */
  onMessage(listener: (message: Record<string, unknown>) => void): void
}

export interface ConnectOptions {
  /** For tests and measurements. A host that already runs keeps its own limits. */
  limits?: Partial<Limits>
}

const ENTRY = join(import.meta.dirname, 'enter.mjs')
/**
 * The host keeps little, for a long time, and drops what it reads at once: frequent collection costs less than memory.
 */
const NODE_FLAGS = ['--disable-warning=ExperimentalWarning', '--optimize-for-size', '--max-semi-space-size=2']
/** Enough for a host that takes up many processes on a busy machine. */
const START_LIMIT_MS = 30_000
const GREETING_LIMIT_MS = 20_000
/** The host's log holds the reason of its death; more than this only repeats it. */
const LONGEST_LOG_BYTES = 1024 * 1024

/**
 * Connects to the host of this home, and starts one if there is none. However many callers do this at once, there is
 * one host.
 */
export const connectHost = async (app: App, { limits }: ConnectOptions): Promise<HostConnection> => {
  const place = locateHost(app)
  secureDirectory(place.directory)
  const until = performance.now() + START_LIMIT_MS
  let host: { hasEnded: boolean } | undefined
  for await (const _ of attempts({ firstMs: 5, longestMs: 100 })) {
    const connection = await tryConnect(place)
    if (connection !== undefined) return connection
    if (performance.now() > until) break
    if (host?.hasEnded === true && hasNoRoom(place.directory)) throw fullDisk(place.directory)
    // The started host ended because another one was there first, or was just leaving. So one is started again.
    if (host === undefined || host.hasEnded) host = startHost(app, place, limits)
  }
  throw new AppError('host-unreachable', 'the process that holds background processes does not start', {
    hint: `what it says is in ${place.log}`,
  })
}

/** A host stores what it holds before it answers, so it needs room on the disk. */
const fullDisk = (directory: string): AppError =>
  new AppError(
    'disk-full',
    `the process that holds background processes does not start: ${directory} is on a full disk`,
    {
      hint: 'free some space and run the command again; processes that run already go on',
    },
  )

/** Undefined if no host listens, or none sends a greeting. */
const tryConnect = (place: HostPlace): Promise<HostConnection | undefined> => {
  const address = socketAddress(place)
  return new Promise((resolve, reject) => {
    let listener: ((message: Record<string, unknown>) => void) | undefined
    let isGreeted = false
    let isSettled = false
    const socket = createConnection(address.path)
    const settle = (connection: HostConnection | undefined): void => {
      if (isSettled) return
      isSettled = true
      address.release()
      socket.setTimeout(0)
      if (connection === undefined) socket.destroy()
      resolve(connection)
    }
    const read = createLineReader((message) => {
      if (isGreeted) return listener?.(message)
      isGreeted = true
      if (message['version'] === PROTOCOL_VERSION)
        return settle({
          socket,
          pid: Number(message['pid']),
          onMessage: (given) => {
            listener = given
          },
        })
      reject(
        new AppError('host-version', `the host (pid ${String(message['pid'])}) is of another version of warmstart`, {
          hint: 'it ends by itself once nothing runs and nobody is connected; or end it, and pipe-mode processes go on',
        }),
      )
      settle(undefined)
    })
    socket.setTimeout(GREETING_LIMIT_MS, () => settle(undefined))
    socket.on('data', (piece: Buffer) => {
      try {
        read(piece)
      } catch {
        socket.destroy()
      }
    })
    socket.on('error', () => settle(undefined))
    socket.on('close', () => settle(undefined))
  })
}

const startHost = (app: App, place: HostPlace, limits: Partial<Limits> | undefined): { hasEnded: boolean } => {
  const settings: HostSettings = {
    home: app.home,
    storeAddress: app.storeAddress,
    machine: app.machine,
    ...(limits === undefined ? {} : { limits }),
  }
  const { [PROCESS_ID_VARIABLE]: _, ...env } = { ...process.env, ...app.place.env }
  const isLong = (statSync(place.log, { throwIfNoEntry: false })?.size ?? 0) > LONGEST_LOG_BYTES
  const log = openSync(place.log, isLong ? 'w' : 'a', 0o600)
  const state = { hasEnded: false }
  const child = spawn(process.execPath, [...NODE_FLAGS, ENTRY], {
    cwd: '/',
    detached: true,
    stdio: ['ignore', 'ignore', log],
    env: { ...env, WARMSTART_HOST_SETTINGS: JSON.stringify(settings) },
  })
  closeSync(log)
  const ended = (): void => {
    state.hasEnded = true
  }
  child.once('error', ended)
  child.once('exit', ended)
  child.unref()
  return state
}
