import { closeSync, fstatSync, openSync, readFileSync, readSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { LookRange } from '../backend.ts'
import { bornFromTicks, type Identity, identityOf } from '../trees/identity.ts'

/** Paths of the files of one process. */
export interface ProcessFiles {
  directory: string
  /** All output. The process itself writes it; for a terminal the host does. */
  log: string
  /** A named pipe for standard input. */
  input: string
  /** The pids, written before the command begins. */
  pid: string
  exit: string
  /**
   * Decides whether the command runs: made by the wrapper when it begins, or by a host that gives up the start. Only
   * the first can make it.
   */
  claimed: string
  /** Exists if a caller asked to close the input. */
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

/** The pids of one process: the command, the wrapper that waits for it, and the holder that keeps its input open. */
export interface Pids {
  child: Identity
  wrapper: Identity | undefined
  holder: Identity | undefined
}

/** Undefined until the file is complete: a line counts once its end is there. */
export const readPids = (files: ProcessFiles): Pids | undefined => {
  const line = readLine(files.pid)
  if (line === undefined) return undefined
  const words = line.split(' ')
  const at = (index: number): Identity | undefined => {
    const [pid, born = ''] = [Number(words[index]), words[index + 1]]
    if (!Number.isSafeInteger(pid) || pid <= 0) return undefined
    // On Linux the shell writes the start time in ticks; elsewhere it writes a dash, and the start time is looked up
    // now, while the pid is fresh.
    return born === '' || born === '-' ? identityOf(pid) : { pid, born: bornFromTicks(born) }
  }
  const child = at(0)
  return child === undefined ? undefined : { child, wrapper: at(2), holder: at(4) }
}

/** Exit code and time of the end, if they are written. */
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

/** Bytes of the log from `offset` on, and the length of the whole log. */
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
