import { once } from 'node:events'
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import { AppError } from '../../lib/error.ts'
import { createServer, type Served } from './server.ts'

/** Clients send long errors, but no histories. */
const LARGEST_MESSAGE_BYTES = 10 * 1024 * 1024

/** Serves one client over standard input and output until the input ends or the signal comes. */
export const serveOverStdio = async (served: Served, signal: AbortSignal): Promise<void> => {
  const transport = new StdioServerTransport(process.stdin, process.stdout, { maxBufferSize: LARGEST_MESSAGE_BYTES })
  let isTooLarge = false
  const onerror = ({ name, message }: Error): void => {
    if (message.includes('exceeded maximum size')) isTooLarge = true
    else served.log(name === 'ZodError' ? 'a line on standard input is no message of MCP' : message)
  }
  const handle = serveStdio(() => createServer(served), { onerror, transport })
  const ended = new AbortController()
  try {
    await Promise.race([
      once(process.stdin, 'end', { signal: ended.signal }),
      once(process.stdin, 'close', { signal: ended.signal }),
      once(signal, 'abort', { signal: ended.signal }),
      closed(transport),
    ])
  } finally {
    ended.abort()
    await handle.close()
    // An open pipe would keep the process alive.
    process.stdin.destroy()
  }
  if (isTooLarge)
    throw new AppError('not-read', `a message on standard input is larger than ${LARGEST_MESSAGE_BYTES} bytes`, {
      hint: 'send less at once; start the server again',
    })
}

/** If a message is too large, the library closes by itself and releases the input without an end event. */
const closed = (transport: StdioServerTransport): Promise<void> =>
  new Promise((resolve) => {
    const { onclose } = transport
    transport.onclose = () => {
      onclose?.()
      resolve()
    }
  })
