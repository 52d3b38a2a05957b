import { once } from 'node:events'
import type { IncomingMessage as HttpRequest, Server, ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError, messageOf } from '../../../lib/error.ts'
import type { Platform, PlatformHost } from '../../platform.ts'
import { createLimitedServer, DEFAULT_SERVER_LIMITS, type ServerLimits } from './limited-server.ts'
import { answerRequest, canBeFetched } from './requests.ts'

/**
 * A signed HTTP API: POST /message stores a message, GET /message/ID returns the replies. A sender that knows the
 * secret vouches for the users it names. Replies are fetched, never pushed, so the gateway calls no address that a
 * stranger chose.
 */
export const webhookPlatform: Platform = {
  name: 'webhook',
  limits: {
    messageChars: 100_000,
    // Sending a reply only makes it ready to be fetched, and doing that twice changes nothing.
    hasIdempotencyKeys: true,
    hasThreads: true,
    isFetched: true,
    listensAlone: false,
    admission: 'signed',
  },
  connect: async (host) => {
    const { secret, port, address, limits } = settingsOf(host)
    let server: Server | undefined
    const closing = new AbortController()
    const desk: Desk = { host, secret, closing: closing.signal, unanswered: new Set() }
    return {
      listen: async () => {
        server = createLimitedServer((request, response) => void answer(request, response, desk), limits)
        await listening(server, port, address)
        server.on('error', host.failed)
        const bound = server.address()
        host.log(`listening on http://${address}:${typeof bound === 'object' && bound !== null ? bound.port : port}`)
      },
      stopListening: async () => {
        server?.close()
        server?.closeIdleConnections()
      },
      send: async ({ answers }) =>
        (await canBeFetched(host, answers))
          ? { outcome: 'sent' }
          : { outcome: 'rejected', reason: 'it answers no request, so that nobody would fetch it' },
      close: async () => {
        // Requests that still wait for a reply are answered now; their senders ask the next gateway later.
        closing.abort()
        for (let left = FAREWELL_MS; left > 0 && desk.unanswered.size > 0; left -= LOOK_MS) await sleep(LOOK_MS)
        server?.closeAllConnections()
      },
    }
  },
}

/** Enough time to write the last answers, which are short. */
const FAREWELL_MS = 1_000
const LOOK_MS = 10
const DEFAULT_PORT = 7719
/** Only this machine can connect, unless the configuration says otherwise. */
const LOOPBACK = '127.0.0.1'
const SHORTEST_SECRET_CHARS = 32

interface Settings {
  secret: string
  port: number
  address: string
  limits: ServerLimits
}

const settingsOf = ({ env, options }: PlatformHost): Settings => {
  const secret = env['WARMSTART_WEBHOOK_SECRET'] ?? ''
  if (secret.length < SHORTEST_SECRET_CHARS)
    throw new AppError('usage', `WARMSTART_WEBHOOK_SECRET must have at least ${SHORTEST_SECRET_CHARS} characters`, {
      hint: 'make one with `openssl rand -hex 32` and put it into the .env of WARMSTART_HOME',
    })
  const port = Number(env['WARMSTART_WEBHOOK_PORT'] ?? options['port'] ?? DEFAULT_PORT)
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new AppError('usage', 'the port of the webhook must be a number from 0 to 65535', {
      hint: 'set WARMSTART_WEBHOOK_PORT',
    })
  const given = env['WARMSTART_WEBHOOK_HOST'] ?? options['host']
  const address = typeof given === 'string' && given !== '' ? given : LOOPBACK
  return { secret, port, address, limits: limitsIn(options) }
}

const MOST: Record<keyof ServerLimits, number> = {
  headersMs: 600_000,
  requestMs: 600_000,
  maxConnections: 100_000,
  maxConnectionsPerAddress: 100_000,
}

const limitsIn = (options: PlatformHost['options']): ServerLimits => {
  const limits = { ...DEFAULT_SERVER_LIMITS }
  for (const [name, most] of Object.entries(MOST) as [keyof ServerLimits, number][]) {
    const value = options[name]
    if (value === undefined || value === null) continue
    if (typeof value !== 'number' || !Number.isInteger(value) || value < 1 || value > most)
      throw new AppError('usage', `gateway.platforms.webhook.${name} must be a whole number from 1 to ${most}`)
    limits[name] = value
  }
  return limits
}

const listening = async (server: Server, port: number, address: string): Promise<void> => {
  try {
    server.listen(port, address)
    await once(server, 'listening')
  } catch (error) {
    throw new AppError('port-in-use', `port ${port} of ${address} cannot be served: ${messageOf(error)}`, {
      hint: 'choose another with WARMSTART_WEBHOOK_PORT, or 0 for any that is free',
      cause: error,
    })
  }
}

interface Desk {
  host: PlatformHost
  secret: string
  /** Aborts when the server closes. */
  closing: AbortSignal
  unanswered: Set<ServerResponse>
}

const answer = async (
  request: HttpRequest,
  response: ServerResponse,
  { host, secret, closing, unanswered }: Desk,
): Promise<void> => {
  // Waiting for a reply ends when the client's connection is gone.
  const gone = new AbortController()
  unanswered.add(response)
  response.once('close', () => {
    unanswered.delete(response)
    gone.abort()
  })
  try {
    const signal = AbortSignal.any([closing, gone.signal])
    const { status, body, headers } = await answerRequest(request, { host, secret, signal })
    if (response.destroyed) return
    // A request that is too large is not read to its end, and a closing server keeps no connection.
    const close = status === 413 || closing.aborted ? { connection: 'close' } : {}
    const head = { 'content-type': 'application/json', ...headers, ...close }
    response.writeHead(status, head).end(`${JSON.stringify(body)}\n`)
  } catch (error) {
    host.log(messageOf(error))
    if (!response.headersSent) response.writeHead(503, { 'content-type': 'application/json' })
    response.end('{"error":{"code":"unavailable","message":"try again"}}\n')
  }
}
