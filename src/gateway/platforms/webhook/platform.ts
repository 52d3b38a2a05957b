import { once } from 'node:events'
import { createServer, type IncomingMessage as HttpRequest, type Server, type ServerResponse } from 'node:http'
import { AppError, messageOf } from '../../../lib/error.ts'
import type { Platform, PlatformHost } from '../../platform.ts'
import { answerRequest, canBeFetched } from './requests.ts'

/**
 * A signed HTTP API: POST /message stores a message, GET /message/ID has the replies. Whoever knows the secret vouches for the
 * users it names. Replies are fetched, never pushed: we call no address that somebody else has chosen.
 */
export const webhookPlatform: Platform = {
  name: 'webhook',
  limits: {
    messageChars: 100_000,
    // To send is to have it ready; having it ready twice is the same.
    hasIdempotencyKeys: true,
    hasThreads: true,
    listensAlone: false,
    admission: 'signed',
  },
  connect: async (host) => {
    const { secret, port, address } = settingsOf(host)
    let server: Server | undefined
    return {
      listen: async () => {
        server = createServer((request, response) => void answer(request, response, { host, secret }))
        server.headersTimeout = HEADERS_MS
        server.requestTimeout = REQUEST_MS
        await listening(server, port, address)
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
      close: async () => server?.closeAllConnections(),
    }
  },
}

const HEADERS_MS = 10_000
const REQUEST_MS = 30_000
const DEFAULT_PORT = 7719
/** Nobody but this machine, unless somebody has chosen otherwise. */
const LOOPBACK = '127.0.0.1'
const SHORTEST_SECRET_CHARS = 32

const settingsOf = ({ env, options }: PlatformHost): { secret: string; port: number; address: string } => {
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
  return { secret, port, address: typeof given === 'string' && given !== '' ? given : LOOPBACK }
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

const answer = async (
  request: HttpRequest,
  response: ServerResponse,
  { host, secret }: { host: PlatformHost; secret: string },
): Promise<void> => {
  try {
    const { status, body } = await answerRequest(request, { host, secret })
    if (response.destroyed) return
    // A request that was refused for its size is not read to its end.
    const close = status === 413 ? { connection: 'close' } : {}
    response.writeHead(status, { 'content-type': 'application/json', ...close }).end(`${JSON.stringify(body)}\n`)
  } catch (error) {
    host.log(messageOf(error))
    if (!response.headersSent) response.writeHead(503, { 'content-type': 'application/json' })
    response.end('{"error":{"code":"unavailable","message":"try again"}}\n')
  }
}
