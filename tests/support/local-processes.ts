import { type ChildProcess, spawn } from 'node:child_process'
import type { Processes, ProcessState, ProcessView, StartRequest } from '../../src/processes/processes.ts'

/** A double of the process host: real shells in process groups of their own, kept in memory, without anything that survives. */
export const localProcesses = (): Processes & { live: Map<string, Entry> } => {
  const live = new Map<string, Entry>()
  const entryOf = (id: string): Entry => {
    const entry = live.get(id)
    if (entry === undefined) throw new Error(`no such process: ${id}`)
    return entry
  }
  const refused = (): never => {
    throw new Error('not part of this double')
  }
  return {
    live,
    start: async (request) => {
      const id = `proc_${String(live.size).padStart(12, '0')}`
      const child = spawn('sh', ['-c', request.command], {
        cwd: request.workdir,
        detached: true,
        env: { ...process.env, ...request.env },
        stdio: 'pipe',
      })
      const entry: Entry = { id, request, child, state: 'running', output: '', exitCode: undefined, signal: undefined }
      live.set(id, entry)
      const keep = (chunk: Buffer): void => void (entry.output += chunk.toString('utf8'))
      child.stdout.on('data', keep)
      child.stderr.on('data', keep)
      entry.ended = new Promise((resolve) => {
        child.on('close', (code, signal) => {
          entry.state = signal === null ? 'exited' : 'killed'
          entry.exitCode = code ?? undefined
          entry.signal = signal ?? undefined
          resolve()
        })
      })
      return viewOf(entry)
    },
    list: async () => [...live.values()].map(viewOf),
    find: async (id) => (live.has(id) ? viewOf(entryOf(id)) : undefined),
    log: async (id) => {
      const { output } = entryOf(id)
      const from = Math.max(0, output.length - KEPT_CHARS)
      return { text: output.slice(from), from, to: output.length, totalChars: output.length, droppedChars: from }
    },
    wait: async (id, { timeoutMs, signal }) => {
      const entry = entryOf(id)
      const limit = AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal === undefined ? [] : [signal])])
      await Promise.race([
        entry.ended,
        new Promise<void>((resolve) => limit.addEventListener('abort', () => resolve(), { once: true })),
      ])
      return viewOf(entry)
    },
    kill: async (id) => {
      const entry = entryOf(id)
      if (entry.child.pid !== undefined && entry.state === 'running') process.kill(-entry.child.pid, 'SIGKILL')
      await entry.ended
      return viewOf(entry)
    },
    close: async (id) => void entryOf(id).child.stdin?.end(),
    consume: async () => undefined,
    write: refused,
    resize: refused,
    endScope: refused,
    noticesWaiting: refused,
    claimNotices: refused,
  }
}

const KEPT_CHARS = 200_000

interface Entry {
  id: string
  request: StartRequest
  child: ChildProcess
  state: ProcessState
  output: string
  exitCode: number | undefined
  signal: string | undefined
  ended?: Promise<void>
}

const viewOf = (entry: Entry): ProcessView => ({
  id: entry.id,
  pid: entry.child.pid,
  command: entry.request.command,
  workdir: entry.request.workdir,
  pty: false,
  backend: 'local',
  scope: entry.request.scope,
  sessionKey: entry.request.sessionKey,
  owner: entry.request.owner,
  state: entry.state,
  startedAt: 0,
  exitedAt: undefined,
  exitCode: entry.exitCode,
  signal: entry.signal,
  endedBy: undefined,
  preview: '',
  outputChars: entry.output.length,
  droppedChars: 0,
  stdinOpen: false,
  notifyOnComplete: false,
  watchPatterns: [],
})
