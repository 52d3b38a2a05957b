import { resolve as resolvePath } from 'node:path'
import type { App } from '../app.ts'
import { AppError } from '../lib/error.ts'
import type { Connection } from '../store/connection.ts'
import { claimNotices, consumeCompletion, countUnended, noticesWaiting, readProcesses } from '../store/live/process.ts'
import { withoutSecrets } from './trees/environment.ts'
import { NEVER_BEGAN } from './keeping/follow.ts'
import { createAsker } from './host/ask.ts'
import type { ConnectOptions } from './host/connect.ts'
import { newProcessId } from './process-id.ts'
import type { Processes, ProcessLog, ProcessNotice, ProcessView, StartRequest } from './processes.ts'

/**
 * Background processes for all callers: asks the host of this home, which is started when there is something to ask.
 * `store` is opened only for notices; those need no host while nothing runs.
 */
export const createProcesses = (
  app: App,
  store: () => Promise<Connection>,
  options: ConnectOptions = {},
): Processes & { disconnect(): void } => {
  const asker = createAsker(app, options)
  const ask = <T>(method: string, params: Record<string, unknown>): Promise<T> => asker.ask<T>(method, params)
  const find = async (id: string): Promise<ProcessView | undefined> =>
    (await ask<ProcessView | null>('find', { process: id })) ?? undefined

  /** While a process is unfinished, makes sure that a host runs and notices its end. */
  const awaken = async (sessionKey: string | undefined): Promise<void> => {
    if ((await countUnended(await store(), app)) > 0) await ask('list', sessionKey === undefined ? {} : { sessionKey })
  }

  const startAs = async (id: string, request: StartRequest): Promise<ProcessView> => {
    // A path inside a sandbox must not be resolved here.
    const workdir = request.backend === undefined ? resolvePath(request.workdir) : request.workdir
    const params = { ...request, id, workdir, baseEnv: withoutSecrets(app.place.env) }
    try {
      return await asker.ask<ProcessView>('start', params, { once: true })
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'host-gone') throw error
      // The host was killed during the start. The next host knows whether the process began.
      const found = await find(id)
      if (found !== undefined && found.endedBy !== NEVER_BEGAN) return found
      return startAs(newProcessId(), request)
    }
  }

  return {
    start: (request) => startAs(newProcessId(), request),
    list: (filter = {}) => ask<ProcessView[]>('list', { ...filter }),
    find,
    log: (id, range = {}) => ask<ProcessLog>('log', { process: id, ...range }),
    wait: (id, { timeoutMs, signal }) => {
      const until = performance.now() + timeoutMs
      return asker.ask<ProcessView>(
        'wait',
        () => ({ process: id, timeoutMs: Math.max(0, Math.ceil(until - performance.now())) }),
        signal === undefined ? {} : { signal },
      )
    },
    kill: (id, by) => ask<ProcessView>('kill', { process: id, by }),
    write: (id, data) => asker.ask<{ bytes: number }>('write', { process: id, data }, { once: true }),
    close: async (id) => void (await ask('close', { process: id })),
    resize: async (id, size) => void (await ask('resize', { process: id, ...size })),
    endScope: (scope) => ask<string[]>('endScope', { scope }),
    noticesWaiting: async (sessionKey) => {
      await awaken(sessionKey)
      return noticesWaiting(await store(), sessionKey)
    },
    claimNotices: async (sessionKey, transaction) => {
      // A transaction must not wait for a host; the caller has checked before whether there are notices.
      if (transaction === undefined) await awaken(sessionKey)
      const notices = await claimNotices(transaction ?? (await store()), sessionKey)
      return notices.map(({ process, type, at, text }) => ({ process, type: type as ProcessNotice['type'], at, text }))
    },
    consume: async (id) => {
      const connection = await store()
      const known = await readProcesses(connection, app)
      const found = known.some((each) => each.id === id) ? id : (await find(id))?.id
      if (found !== undefined) await consumeCompletion(connection, found)
    },
    forget: async (id) => void (await ask('forget', { process: id })),
    disconnect: asker.close,
  }
}
