import { type ChildProcess, spawn } from 'node:child_process'
import type { Processes, ProcessView, StartRequest } from '../../src/processes/processes.ts'

/** What was asked for and done, for tests that look behind the answers. */
export interface SimpleProcesses extends Processes {
  requests: StartRequest[]
  consumed: string[]
  forgotten: string[]
  killed: [id: string, by: string][]
  written: string
  views: Map<string, ProcessView>
  /** Ends whatever a test left running. */
  stopAll(): void
}

interface Held {
  view: ProcessView
  output: string
  child: ChildProcess | undefined
  ended: Promise<void>
}

/** The contract in its plainest form: real shells in groups of their own, output in memory, nothing that outlives the test. */
export const simpleProcesses = (options: { keptChars?: number; pageChars?: number } = {}): SimpleProcesses => {
  const { keptChars = 200_000, pageChars = 64_000 } = options
  const held = new Map<string, Held>()
  const log: Pick<SimpleProcesses, 'requests' | 'consumed' | 'forgotten' | 'killed'> = {
    requests: [],
    consumed: [],
    forgotten: [],
    killed: [],
  }
  const of = (id: string): Held => {
    const found = held.get(id)
    if (found === undefined) throw new Error(`no process ${id}`)
    return found
  }
  const end = ({ child }: Held): void => {
    try {
      if (child?.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
    } catch {
      // It is over.
    }
  }
  const self: SimpleProcesses = {
    ...log,
    written: '',
    views: new Map(),
    stopAll: () => held.forEach(end),
    start: (request) => {
      log.requests.push(request)
      const view = viewOf(request, held.size)
      const env = { PATH: process.env['PATH'], WARMSTART_SESSION_KEY: request.sessionKey, ...request.env }
      const child = spawn('sh', ['-c', request.command], { cwd: request.workdir, env, detached: true })
      const { promise, resolve } = Promise.withResolvers<void>()
      const each: Held = { view, output: '', child, ended: promise }
      view.pid = child.pid
      for (const stream of [child.stdout, child.stderr])
        stream?.setEncoding('utf8').on('data', (text: string) => {
          each.output += text
        })
      child.stdin?.on('error', () => undefined)
      child.on('close', (code, signal) => {
        const by = log.killed.find(([id]) => id === view.id)?.[1]
        Object.assign(view, { state: by === undefined ? 'exited' : 'killed', endedBy: by, exitedAt: Date.now() })
        Object.assign(view, { exitCode: code ?? undefined, signal: signal ?? undefined, stdinOpen: false })
        resolve()
      })
      held.set(view.id, each)
      self.views.set(view.id, view)
      return Promise.resolve({ ...view })
    },
    list: (filter = {}) =>
      Promise.resolve(
        [...self.views.values()].filter(
          (view) =>
            (filter.owner === undefined || view.owner === filter.owner) &&
            (filter.sessionKey === undefined || view.sessionKey === filter.sessionKey) &&
            (filter.scope === undefined || view.scope?.id === filter.scope.id),
        ),
      ),
    find: (id) => {
      const found = [...self.views.values()].filter((view) => view.id === id || view.id.startsWith(id))
      return Promise.resolve(found.length === 1 && found[0] !== undefined ? { ...found[0] } : undefined)
    },
    log: (id, { offset = 0, limit = pageChars } = {}) => {
      const output = held.get(id)?.output ?? ''
      const dropped = Math.max(0, output.length - keptChars)
      const from = Math.min(output.length, Math.max(offset, dropped))
      const text = output.slice(from, from + limit)
      const to = from + text.length
      return Promise.resolve({ text, from, to, totalChars: output.length, droppedChars: dropped })
    },
    wait: async (id, { timeoutMs, signal }) => {
      const each = of(id)
      const stop = AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal === undefined ? [] : [signal])])
      await Promise.race([
        each.ended,
        new Promise<void>((resolve) => {
          if (stop.aborted) resolve()
          else stop.addEventListener('abort', () => resolve(), { once: true })
        }),
      ])
      return { ...each.view }
    },
    kill: async (id, by) => {
      log.killed.push([id, by])
      end(of(id))
      await of(id).ended
      return { ...of(id).view }
    },
    write: (id, data) => {
      self.written += data
      of(id).child?.stdin?.write(data)
      return Promise.resolve({ bytes: Buffer.byteLength(data) })
    },
    close: (id) => Promise.resolve(void of(id).child?.stdin?.end()),
    resize: () => Promise.resolve(),
    endScope: () => Promise.resolve([]),
    noticesWaiting: () => Promise.resolve([]),
    claimNotices: () => Promise.resolve([]),
    consume: (id) => Promise.resolve(void log.consumed.push(id)),
    forget: (id) => {
      log.forgotten.push(id)
      self.views.delete(id)
      return Promise.resolve()
    },
  }
  return self
}

const viewOf = (request: StartRequest, at: number): ProcessView => ({
  id: `proc_${(at + 0xab0000).toString(16).padStart(12, '0')}`,
  pid: undefined,
  command: request.command,
  workdir: request.workdir,
  pty: request.pty ?? false,
  backend: request.backend?.name ?? 'local',
  scope: request.scope,
  sessionKey: request.sessionKey,
  owner: request.owner,
  state: 'running',
  startedAt: Date.now(),
  exitedAt: undefined,
  exitCode: undefined,
  signal: undefined,
  endedBy: undefined,
  preview: '',
  outputChars: 0,
  droppedChars: 0,
  stdinOpen: true,
  notifyOnComplete: request.notifyOnComplete ?? false,
  watchPatterns: request.watchPatterns ?? [],
})
