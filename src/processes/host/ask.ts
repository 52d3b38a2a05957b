import type { App } from '../../app.ts'
import { AppError } from '../../lib/error.ts'
import { type ConnectOptions, connectHost, type HostConnection } from './connect.ts'

export interface Asker {
  /**
   * Asks and waits for the answer. If the host is killed meanwhile, the next host gets the same question, except for
   * one that must not be repeated (`once`): that fails with `host-gone`, and the caller finds out what happened.
   */
  ask<T>(
    method: string,
    params: Record<string, unknown> | (() => Record<string, unknown>),
    options?: { once?: boolean; signal?: AbortSignal },
  ): Promise<T>
  close(): void
}

interface Pending {
  resolve(result: unknown): void
  reject(error: unknown): void
}

const gone = (): AppError =>
  new AppError('host-gone', 'the host was ended while it was asked; whether it did what it was asked is not known', {
    hint: 'look at the process, then ask again',
  })

/** After this many hosts have died one after another, starting another would not help. */
const MOST_HOSTS = 5

/** State that a client's questions share. */
interface Asking {
  readonly app: App
  readonly options: ConnectOptions
  /** Unanswered questions by their ids. */
  readonly pending: Map<number, Pending>
  connecting: Promise<HostConnection> | undefined
  lastId: number
}

/** Keeps one connection for all questions of a client; it is made for the first question and again after it broke. */
export const createAsker = (app: App, options: ConnectOptions): Asker => {
  const asking: Asking = { app, options, pending: new Map(), connecting: undefined, lastId: 0 }
  return {
    ask: (method, params, { once = false, signal } = {}) => askHosts(asking, { method, params, once, signal }),
    close: () => void asking.connecting?.then(({ socket }) => socket.destroy()).catch(() => undefined),
  }
}

interface Question {
  method: string
  params: Record<string, unknown> | (() => Record<string, unknown>)
  once: boolean
  signal: AbortSignal | undefined
}

const askHosts = async <T>(asking: Asking, question: Question): Promise<T> => {
  const { once, signal } = question
  // A repeatable question comes first and finds out whether the host of an earlier question is gone.
  if (once) await askHosts(asking, { method: 'ping', params: {}, once: false, signal: undefined })
  for (let hosts = 1; ; hosts++) {
    try {
      return await askHost<T>(asking, question)
    } catch (error) {
      const isGone = error instanceof AppError && error.code === 'host-gone'
      if (!isGone || once || hosts >= MOST_HOSTS || signal?.aborted === true) throw error
    }
  }
}

const askHost = async <T>(asking: Asking, { method, params: given, signal }: Question): Promise<T> => {
  const params = typeof given === 'function' ? given() : given
  const { socket } = await connect(asking)
  const { pending } = asking
  const id = ++asking.lastId
  // The connection keeps the program alive only while a question waits for its answer.
  socket.ref()
  const cancel = (): void => void socket.write(`${JSON.stringify({ cancel: id })}\n`)
  try {
    return await new Promise<T>((resolve, reject) => {
      pending.set(id, { resolve: (result) => resolve(result as T), reject })
      if (socket.destroyed) reject(gone())
      socket.write(`${JSON.stringify({ id, method, params })}\n`)
      signal?.addEventListener('abort', cancel)
      if (signal?.aborted === true) cancel()
    })
  } finally {
    pending.delete(id)
    signal?.removeEventListener('abort', cancel)
    if (pending.size === 0) socket.unref()
  }
}

const connect = (asking: Asking): Promise<HostConnection> => {
  asking.connecting ??= connectHost(asking.app, asking.options).then(
    (connection) => {
      connection.onMessage((message) => settleQuestion(asking, message))
      connection.socket.unref()
      connection.socket.once('close', () => {
        asking.connecting = undefined
        for (const { reject } of asking.pending.values()) reject(gone())
        asking.pending.clear()
      })
      return connection
    },
    (error: unknown) => {
      asking.connecting = undefined
      throw error
    },
  )
  return asking.connecting
}

const settleQuestion = ({ pending }: Asking, { id, result, error }: Record<string, unknown>): void => {
  const waiting = typeof id === 'number' ? pending.get(id) : undefined
  if (waiting === undefined || typeof id !== 'number') return
  pending.delete(id)
  if (error === undefined) return waiting.resolve(result)
  const { code, message, hint } = error as { code: string; message: string; hint?: string }
  waiting.reject(new AppError(code, message, hint === undefined ? {} : { hint }))
}
