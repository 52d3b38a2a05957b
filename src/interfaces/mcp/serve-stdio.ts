import { once } from 'node:events'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { createServer, type Served } from './server.ts'

/** Serves one client over standard input and output until that ends, or the signal comes. */
export const serveOverStdio = async (served: Served, signal: AbortSignal): Promise<void> => {
  const handle = serveStdio(() => createServer(served), { onerror: ({ message }) => served.log(message) })
  const ended = new AbortController()
  try {
    await Promise.race([
      once(process.stdin, 'end', { signal: ended.signal }),
      once(process.stdin, 'close', { signal: ended.signal }),
      once(signal, 'abort', { signal: ended.signal }),
    ])
  } finally {
    ended.abort()
    await handle.close()
    // An open pipe would keep the process.
    process.stdin.destroy()
  }
}
