import { spawn } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { messageOf } from '../lib/error.ts'
import { endTree } from '../processes/trees/end-tree.ts'
import { identityOf } from '../processes/trees/identity.ts'
import { PROCESS_ID_VARIABLE } from '../processes/trees/tree.ts'

/** How a program ended: by itself, or in a way that says nothing about the task. */
export type ProgramEnd = { kind: 'exited'; code: number; output: string } | { kind: 'broken'; reason: string }

export interface Supervised {
  program: string
  args: readonly string[]
  cwd: string
  env: Readonly<Record<string, string>>
  /** Handed to all descendants, so that a later process finds what a killed one left behind. */
  id: string
  timeoutMs: number
  mostOutputBytes: number
  /** A directory that may not grow beyond this many bytes. */
  disk?: { directory: string; mostBytes: number } | undefined
  /** Output is kept here, up to the limit. */
  logFile?: string | undefined
  signal?: AbortSignal | undefined
}

const GRACE_MS = 2_000
/** The end of the output that is kept in memory, for the sentence that says why something failed. */
const TAIL_CHARS = 4_000

/**
 * Runs a program under limits of time, output and disk, and ends its whole process tree at the first that is reached. Nothing of it runs
 * when this returns.
 */
export const superviseProgram = async (wanted: Supervised): Promise<ProgramEnd> => {
  const { program, args, cwd, id, mostOutputBytes, timeoutMs, signal } = wanted
  if (signal?.aborted === true) return { kind: 'broken', reason: 'it was stopped' }
  const child = spawn(program, [...args], {
    cwd,
    env: { ...wanted.env, [PROCESS_ID_VARIABLE]: id },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const root = child.pid === undefined ? undefined : identityOf(child.pid)
  const log = wanted.logFile === undefined ? undefined : createWriteStream(wanted.logFile, { mode: 0o600 })
  log?.on('error', () => undefined)
  let bytes = 0
  let tail = ''
  const done = new AbortController()
  const broken = new Promise<string>((resolve) => {
    const heard = (chunk: Buffer): void => {
      bytes += chunk.length
      if (bytes > mostOutputBytes) return resolve(`it wrote more than ${megabytes(mostOutputBytes)} of output`)
      log?.write(chunk)
      tail = (tail + chunk.toString('utf8')).slice(-TAIL_CHARS)
    }
    child.stdout.on('data', heard)
    child.stderr.on('data', heard)
    child.on('error', (error) => resolve(`it could not be started: ${messageOf(error)}`))
    signal?.addEventListener('abort', () => resolve('it was stopped'), { signal: done.signal })
    const timer = setTimeout(() => resolve(`it did not end within ${Math.round(timeoutMs / 1000)} s`), timeoutMs)
    done.signal.addEventListener('abort', () => clearTimeout(timer))
    if (wanted.disk !== undefined) void watchDisk(wanted.disk, done.signal).then((reason) => reason && resolve(reason))
  })
  const exited = new Promise<{ code: number | null; killedBy: NodeJS.Signals | null }>((resolve) => {
    child.on('exit', (code, killedBy) => resolve({ code, killedBy }))
  })
  const first = await Promise.race([broken, exited])
  done.abort()
  // What it left running belongs to no trial any more.
  await endTree({ id, root, spared: [] }, { graceMs: typeof first === 'string' ? GRACE_MS : 0 })
  child.stdout.destroy()
  child.stderr.destroy()
  await new Promise<void>((resolve) => (log === undefined ? resolve() : log.end(resolve)))
  if (typeof first === 'string') return { kind: 'broken', reason: first }
  if (first.code === null) return { kind: 'broken', reason: `it was ended by ${first.killedBy ?? 'a signal'}` }
  return { kind: 'exited', code: first.code, output: tail }
}

const LOOK_EVERY_MS = 1_000

const watchDisk = async (
  { directory, mostBytes }: { directory: string; mostBytes: number },
  signal: AbortSignal,
): Promise<string | undefined> => {
  while (!signal.aborted) {
    if ((await sizeOf(directory, mostBytes)) > mostBytes)
      return `it wrote more than ${megabytes(mostBytes)} to the disk`
    await sleep(LOOK_EVERY_MS, undefined, { signal, ref: false }).catch(() => undefined)
  }
  return undefined
}

/** Bytes of all files in a directory; stops counting beyond the limit. */
const sizeOf = async (directory: string, mostBytes: number): Promise<number> => {
  let bytes = 0
  const folders = [directory]
  for (let folder = folders.pop(); folder !== undefined && bytes <= mostBytes; folder = folders.pop()) {
    for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) folders.push(path)
      else if (entry.isFile()) bytes += (await stat(path).catch(() => ({ size: 0 }))).size
    }
  }
  return bytes
}

const megabytes = (bytes: number): string => `${Math.round(bytes / 1024 / 1024)} MB`
