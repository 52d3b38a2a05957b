import { closeSync, fstatSync, openSync, readFileSync, readSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { LookRange } from '../backend.ts'
import { bornFromTicks, type Identity, identityOf } from '../trees/identity.ts'

/** Where the files of one process lie. */
export interface ProcessFiles {
  directory: string
  /** Everything it printed; written by the process itself, in terminals by the host. */
  log: string
  /** A named pipe: its standard input. */
  input: string
  /** Who runs: written before the command begins. */
  pid: string
  exit: string
  /** Made once, by the first to get there: the wrapper that goes on to run the command, or a host that gives the start up. */
  claimed: string
  /** End of input was asked for. */
  closed: string
}

export const filesOf = (below: string, id: string): ProcessFiles => {
  const directory = join(below, id)
  return {
    directory,
    log: join(directory, 'log'),
    input: join(directory, 'in'),
    pid: join(directory, 'pid'),
    exit: join(directory, 'exit'),
    claimed: join(directory, 'claimed'),
    closed: join(directory, 'closed'),
  }
}

/** Who is involved in one process: itself, the wrapper that waits for it, and who holds its input open. */
export interface Pids {
  child: Identity
  wrapper: Identity | undefined
  holder: Identity | undefined
}

/** Undefined while it is not written, or not all of it: a line counts once its end is there. */
export const readPids = (files: ProcessFiles): Pids | undefined => {
  const line = readLine(files.pid)
  if (line === undefined) return undefined
  const words = line.split(' ')
  const at = (index: number): Identity | undefined => {
    const [pid, born = ''] = [Number(words[index]), words[index + 1]]
    if (!Number.isSafeInteger(pid) || pid <= 0) return undefined
    // The shell can read ticks on Linux; elsewhere it leaves a dash, and who runs there now is asked while it is fresh.
    return born === '' || born === '-' ? identityOf(pid) : { pid, born: bornFromTicks(born) }
  }
  const child = at(0)
  return child === undefined ? undefined : { child, wrapper: at(2), holder: at(4) }
}

/** How it ended, where that is written down, and when. */
export const readExit = (files: ProcessFiles): { exitCode: number | undefined; exitedAt: number } | undefined => {
  const line = readLine(files.exit)
  if (line === undefined) return undefined
  const exitedAt = statSync(files.exit, { throwIfNoEntry: false })?.mtimeMs ?? 0
  return { exitCode: /^\d{1,3}$/.test(line) ? Number(line) : undefined, exitedAt: Math.round(exitedAt) }
}

const readLine = (path: string): string | undefined => {
  try {
    const text = readFileSync(path, 'latin1')
    return text.endsWith('\n') ? text.trim() : undefined
  } catch {
    return undefined
  }
}

/** Bytes of the log from `offset` on, and how long it is in all. */
export const readLog = (
  path: string,
  { offset, limit, memory }: LookRange,
): { output: Uint8Array; totalBytes: number } => {
  let file: number
  try {
    file = openSync(path, 'r')
  } catch {
    return { output: new Uint8Array(), totalBytes: offset }
  }
  try {
    const totalBytes = fstatSync(file).size
    const length = Math.max(0, Math.min(limit, totalBytes - offset))
    if (length === 0) return { output: new Uint8Array(), totalBytes }
    const output = memory ?? Buffer.allocUnsafe(length)
    return { output: output.subarray(0, readSync(file, output, 0, length, offset)), totalBytes }
  } finally {
    closeSync(file)
  }
}
