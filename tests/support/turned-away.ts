import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface TurningAway {
  /** The address of the server behind it, as it is reached through this one. */
  url: string
  /** Connections that were turned away so far. */
  turnedAway(): number
  /** From here on, so many more connections are turned away. */
  turnAway(times: number): void
  stop(): Promise<void>
}

/** Stands before a PostgreSQL server and answers new connections as one does that is not ready, so often as it is told. */
export const turningAway = async (
  behind: string,
  { times, state, message }: { times: number; state: string; message: string },
): Promise<TurningAway> => {
  const real = new URL(behind)
  const open = new Set<Socket>()
  let [left, count] = [times, 0]
  const server = createServer((socket) => {
    open.add(socket.on('error', () => undefined).on('close', () => open.delete(socket)))
    if (left > 0) {
      left--
      count++
      // The client has sent who it is; until then an answer would be taken for one to something else.
      socket.once('data', () => socket.end(errorResponse(state, message)))
      return
    }
    const through = connect(Number(real.port), real.hostname)
    through.on('error', () => socket.destroy()).on('close', () => socket.destroy())
    socket.on('close', () => through.destroy())
    socket.pipe(through).pipe(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = new URL(behind)
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    turnedAway: () => count,
    turnAway: (more) => {
      left = more
    },
    stop: () =>
      new Promise((resolve) => {
        for (const socket of open) socket.destroy()
        server.close(() => resolve())
      }),
  }
}

/** A message of type E: its length, then fields of a letter and a text that ends with a zero. */
const errorResponse = (state: string, message: string): Buffer => {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${state}\0M${message}\0\0`)
  const head = Buffer.alloc(5)
  head.write('E')
  head.writeInt32BE(fields.length + 4, 1)
  return Buffer.concat([head, fields])
}
