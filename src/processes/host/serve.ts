import { createServer, type Server, type Socket } from 'node:net'
import { AppError, messageOf } from '../../lib/error.ts'
import type { Keeper } from '../keeping/keeper.ts'
import { METHODS } from './methods.ts'
import { createLineReader, type Greeting, type HostMessage, PROTOCOL_VERSION } from './protocol.ts'

/** Answers clients. Questions are handled independently, so that one that waits does not hold up the others. */
export const createHostServer = (keeper: Keeper, onQuiet: () => void): { server: Server; connections: Set<Socket> } => {
  const connections = new Set<Socket>()
  const server = createServer((socket) => {
    connections.add(socket)
    socket.once('close', () => {
      connections.delete(socket)
      if (connections.size === 0) onQuiet()
    })
    converse(keeper, socket)
  })
  return { server, connections }
}

const converse = (keeper: Keeper, socket: Socket): void => {
  const asked = new Map<number, AbortController>()
  const say = (message: HostMessage | Greeting): void => {
    if (socket.writable) socket.write(`${JSON.stringify(message)}\n`)
  }
  const answer = async (id: number, method: string, params: Readonly<Record<string, unknown>>): Promise<void> => {
    const stop = new AbortController()
    asked.set(id, stop)
    try {
      const run = Object.hasOwn(METHODS, method) ? METHODS[method] : undefined
      if (run === undefined) throw new AppError('host-protocol', `the host does not know ${method}`)
      say({ id, result: (await run(keeper, params, stop.signal)) ?? null })
    } catch (error) {
      say({ id, error: errorOf(error) })
    } finally {
      asked.delete(id)
    }
  }
  const read = createLineReader((message) => {
    const { id, method, params, cancel } = message
    if (typeof cancel === 'number') asked.get(cancel)?.abort()
    else if (typeof id === 'number' && typeof method === 'string' && typeof params === 'object' && params !== null)
      void answer(id, method, params as Record<string, unknown>)
    else throw new AppError('host-protocol', 'neither a question nor its end')
  })
  socket.on('data', (piece: Buffer) => {
    try {
      read(piece)
    } catch {
      socket.destroy() // A client that sends no valid message is not served any longer.
    }
  })
  socket.on('error', () => socket.destroy())
  // A client that has disconnected waits for nothing.
  socket.once('close', () => {
    for (const stop of asked.values()) stop.abort()
  })
  say({ warmstart: 'processes', version: PROTOCOL_VERSION, pid: process.pid })
}

const errorOf = (error: unknown): { code: string; message: string; hint?: string | undefined } =>
  error instanceof AppError
    ? { code: error.code, message: error.message, hint: error.hint }
    : { code: 'unexpected', message: messageOf(error) }
