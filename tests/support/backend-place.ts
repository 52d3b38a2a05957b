import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AppError } from '../../src/lib/error.ts'
import type { Backend, BackendLook, BackendProcess, BackendStart } from '../../src/processes/backend.ts'
import { BACKENDS } from '../../src/processes/backends/registry.ts'
import { eventually } from './eventually.ts'
import { fakeSandboxes } from './sandbox-fakes.ts'

/** A sandbox of one kind, as the tests find it. */
export interface Place {
  backend: Backend
  target: string
  /** Where the backend keeps its files inside, seen from this machine. */
  files: string
  workdir: string
  stop(): Promise<void>
}

const nothing = (): Promise<void> => Promise.resolve()

/** A sandbox behind a double of its command line. */
export const fakePlace =
  (name: string, target: string, toolsIn: (directory: string) => string | undefined = () => undefined) =>
  async (directory: string): Promise<Place> => {
    const { path, root } = fakeSandboxes(directory, toolsIn(directory))
    writeFileSync(join(root, 'there', target), '')
    const env = { PATH: `${path}:${process.env['PATH']}` }
    const create = await BACKENDS[name]?.()
    assert.ok(create !== undefined)
    const files = join(root, 'tmp', `warmstart-${process.getuid?.()}`)
    return { backend: create({ now: Date.now, env, directory }), target, files, workdir: root, stop: nothing }
  }

let count = 0
export const newId = (): string =>
  `proc_${(++count).toString(16).padStart(4, '0')}${process.pid.toString(16).padStart(8, '0')}`

const asked: BackendProcess[] = []

export const startOf = (place: Place, command: string, more: Partial<BackendStart> = {}): BackendStart => {
  const start = {
    id: newId(),
    target: place.target,
    pty: false,
    command,
    workdir: place.workdir,
    env: { HOST_ONLY: 'must not get inside' },
    added: {},
    rows: 30,
    columns: 120,
    ...more,
  }
  asked.push(start)
  return start
}

/** A test that failed may have left something that runs for ever. */
export const endLeftovers = async ({ backend }: Place): Promise<void> => {
  for (const process of asked) if (stillRuns(process.id)) await backend.end(process, { graceMs: 0 })
}

/** Looks until it stands as wanted; the machine may be slow. */
export const until = async (
  { backend }: Place,
  process: BackendProcess,
  wanted: (look: BackendLook) => boolean,
): Promise<BackendLook> => {
  let last: BackendLook | undefined
  return eventually(
    async () => {
      last = await backend.look(process, { offset: 0, limit: 1_000_000 })
      return wanted(last) ? last : undefined
    },
    () => `it is still ${last?.state}: ${last === undefined ? '' : text(last)}`,
  )
}

export const ended = ({ state }: BackendLook): boolean => state !== 'running'
export const text = ({ output }: BackendLook): string => Buffer.from(output).toString()
export const withCode = (code: string) => (error: unknown) => error instanceof AppError && error.code === code

/** Short, since the path of a socket has to fit. */
export const inScratch = async (body: (directory: string) => Promise<void>): Promise<void> => {
  const directory = mkdtempSync(join(tmpdir(), 'ws-'))
  try {
    await body(directory)
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

/** Whether a process of this machine still carries the mark of one of ours. */
export const stillRuns = (id: string): boolean => {
  try {
    execFileSync('sh', ['-c', `grep -lsq -- 'WARMSTART_PROCESS_ID=${id}' /proc/[0-9]*/environ`], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
