import { createHash, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { localhostHostValidation, localhostOriginValidation, toNodeHandler } from '@modelcontextprotocol/node'
import { createMcpHandler } from '@modelcontextprotocol/server'
import { AppError, messageOf } from '../../lib/error.ts'
import { createServer, type Served } from './server.ts'

/** Only this machine can reach the server. */
const HOST = '127.0.0.1'
const PATH = '/mcp'
/** Clients send long errors, but no histories. */
const LARGEST_BODY_BYTES = 1024 * 1024

export interface HttpOptions {
  /** 0 means any free port. */
  port: number
  token: string
  signal: AbortSignal
  /** Called with the address once the server listens. */
  onListening(address: string): void
}

/**
 * Serves any number of clients of this machine over streamable HTTP until the signal. Every request needs the token.
 * No session is kept between requests, because today's protocol has none; clients of the previous protocol are served
 * the same way.
 */
export const serveOverHttp = async (
  served: Served,
  { port, token, signal, onListening }: HttpOptions,
): Promise<void> => {
  const onerror = ({ message }: Error): void => served.log(message)
  const limits = { onerror, maxRequestBodySize: LARGEST_BODY_BYTES }
  const handler = createMcpHandler(() => createServer(served), limits)
  const handle = toNodeHandler(handler, limits)
  const isAllowed = createGuard(token)
  const server = createHttpServer((request, response) => {
    if (!isAllowed(request, response)) return
    // A request to a server has both fields; the type covers responses too.
    handle(request as IncomingMessage & { method: string; url: string }, response).catch((error: unknown) => {
      served.log(messageOf(error))
      response.destroy()
    })
  })
  await listening(server, port)
  const address = server.address()
  onListening(`http://${HOST}:${typeof address === 'object' && address !== null ? address.port : port}${PATH}`)
  try {
    if (!signal.aborted) await once(signal, 'abort')
  } finally {
    await handler.close()
    server.close()
    server.closeAllConnections()
  }
}

const listening = async (server: ReturnType<typeof createHttpServer>, port: number): Promise<void> => {
  try {
    server.listen(port, HOST)
    await once(server, 'listening')
  } catch (error) {
    throw new AppError('port-in-use', `port ${port} of ${HOST} cannot be served: ${messageOf(error)}`, {
      hint: 'choose another with --port, or --port 0 for any that is free',
      cause: error,
    })
  }
}

/**
 * Whether a request may go on; if not, it has been answered. Host and origin are checked first: a web page that
 * reaches the server under another name must not even learn whether it guessed the token.
 */
const createGuard = (token: string): ((request: IncomingMessage, response: ServerResponse) => boolean) => {
  const [isOurHost, isOurOrigin] = [localhostHostValidation(), localhostOriginValidation()]
  return (request, response) => {
    if (!isOurHost(request, response) || !isOurOrigin(request, response)) return false
    if (pathOf(request.url) !== PATH)
      return refuse(response, 404, `nothing is served here; the address ends with ${PATH}`)
    if (!isToken(request.headers.authorization, token)) {
      response.setHeader('www-authenticate', 'Bearer')
      return refuse(response, 401, 'send the token that `warmstart mcp --http` printed: Authorization: Bearer TOKEN')
    }
    if (Number(request.headers['content-length'] ?? 0) > LARGEST_BODY_BYTES)
      return refuse(response, 413, `a request may have ${LARGEST_BODY_BYTES} bytes at most`)
    return true
  }
}

/** Undefined if the address is not valid, such as `//`: any client can send one, and it must not crash the server. */
const pathOf = (url = '/'): string | undefined => URL.parse(url, 'http://localhost')?.pathname

/** Compares hashes, which are equally long, so that the time of the comparison says nothing about the token. */
const isToken = (header: string | undefined, token: string): boolean => {
  const [, given = ''] = /^Bearer ([^\s]{1,500})$/i.exec(header ?? '') ?? []
  return timingSafeEqual(hashed(given), hashed(token))
}

const hashed = (text: string): Buffer => createHash('sha256').update(text).digest()

const refuse = (response: ServerResponse, status: number, message: string): false => {
  // The rest of the request is not read.
  response.writeHead(status, { 'content-type': 'application/json', connection: 'close' })
  response.end(JSON.stringify({ jsonrpc: '2.0', error: { code: -32_000, message }, id: null }))
  return false
}
