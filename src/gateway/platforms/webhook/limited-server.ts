import { createServer, type RequestListener, type Server } from 'node:http'
import type { Socket } from 'node:net'

/** How long a request may take to arrive, and how many connections may be open. */
export interface ServerLimits {
  /** Time for the whole head of a request. */
  headersMs: number
  /** Time for head and body together. */
  requestMs: number
  maxConnections: number
  /** Per address. Undefined: 20 for addresses of other machines, no limit for loopback, where a proxy speaks for many clients. */
  maxConnectionsPerAddress: number | undefined
}

export const DEFAULT_SERVER_LIMITS: ServerLimits = {
  headersMs: 10_000,
  requestMs: 30_000,
  maxConnections: 200,
  maxConnectionsPerAddress: undefined,
}

/** An HTTP server that cuts off slow requests and limits connections, in all and per address. */
export const createLimitedServer = (answer: RequestListener, limits: ServerLimits): Server => {
  const { headersMs, requestMs } = limits
  const server = createServer(
    {
      headersTimeout: Math.min(headersMs, requestMs),
      requestTimeout: requestMs,
      keepAliveTimeout: KEEP_ALIVE_MS,
      maxHeaderSize: LARGEST_HEAD_BYTES,
      // How often Node looks for slow requests. Its default of 30 s would let a slow head live three times as long as `headersMs`.
      connectionsCheckingInterval: Math.max(MOST_OFTEN_MS, Math.min(headersMs / 4, SELDOM_MS)),
    },
    answer,
  )
  server.maxConnections = limits.maxConnections
  const counts = new Map<string, number>()
  server.on('connection', (socket) => countAddress(socket, counts, limits))
  return server
}

const KEEP_ALIVE_MS = 5_000
const LARGEST_HEAD_BYTES = 16 * 1024
const MOST_OFTEN_MS = 20
const SELDOM_MS = 2_000
/** More connections than one client of another machine needs. */
const USUAL_PER_ADDRESS = 20

const countAddress = (
  socket: Socket,
  counts: Map<string, number>,
  { maxConnectionsPerAddress }: ServerLimits,
): void => {
  const address = socket.remoteAddress ?? ''
  const most = maxConnectionsPerAddress ?? (isLoopback(address) ? Number.POSITIVE_INFINITY : USUAL_PER_ADDRESS)
  const count = (counts.get(address) ?? 0) + 1
  if (count > most) {
    socket.destroy()
    return
  }
  counts.set(address, count)
  socket.once('close', () => {
    const left = (counts.get(address) ?? 1) - 1
    if (left <= 0) counts.delete(address)
    else counts.set(address, left)
  })
}

const isLoopback = (address: string): boolean =>
  address === '::1' || address.startsWith('127.') || address.startsWith('::ffff:127.')
