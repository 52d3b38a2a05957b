import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../../lib/error.ts'
import type { ChannelCommand } from './channel.ts'

export interface CommandResult {
  code: number | undefined
  stdout: Buffer
  /** The end of the program's error output. */
  complaint: string
}

export interface CommandLimits {
  env: Readonly<Record<string, string | undefined>>
  timeoutMs: number
  maxBytes: number
}

/**
 * Runs the program of a channel to its end. If it takes too long, or prints more than the limit, it is ended together
 * with what it started on this machine; what it started inside the sandbox is not affected.
 */
export const runCommand = (command: ChannelCommand, limits: CommandLimits): Promise<CommandResult> => {
  const { program, args, input } = command
  // A process group of its own, because ssh and docker may have helpers.
  const child = spawn(program, args, { env: { ...limits.env }, stdio: ['pipe', 'pipe', 'pipe'], detached: true })
  return new Promise<CommandResult>((resolve, reject) => {
    const parts: Buffer[] = []
    let bytes = 0
    let complaint = ''
    const stop = (words: string): void => {
      killGroup(child.pid)
      reject(new AppError('backend-unreachable', words))
    }
    const timer = setTimeout(() => stop(`${program} took more than ${limits.timeoutMs} ms`), limits.timeoutMs)
    child.on('error', (cause) => reject(missing(program, cause)))
    child.stdout.on('data', (part: Buffer) => {
      bytes += part.length
      if (bytes > limits.maxBytes) stop(`${program} printed more than was asked for`)
      else parts.push(part)
    })
    child.stderr.on('data', (part: Buffer) => {
      complaint = (complaint + part.toString()).slice(-MAX_COMPLAINT_CHARS)
    })
    // The program may end without reading all its input; its exit says why.
    child.stdin.on('error', () => undefined)
    child.stdin.end(input)
    const exit = new Promise<number | null>((settle) => child.on('exit', settle))
    const end = new Promise((settle) => child.stdout.on('end', settle))
    const complained = new Promise((settle) => child.stderr.on('end', settle))
    void Promise.all([exit, end]).then(async ([code]) => {
      // The error output says what went wrong. It may arrive after the end, and a background helper may hold it open.
      if (code !== 0) await Promise.race([complained, sleep(COMPLAINT_WAIT_MS, undefined, { ref: false })])
      resolve({ code: code ?? undefined, stdout: Buffer.concat(parts), complaint })
    })
    child.on('exit', () => clearTimeout(timer))
  }).finally(() => {
    child.stdout.destroy()
    child.stderr.destroy()
  })
}

const MAX_COMPLAINT_CHARS = 2_000
const COMPLAINT_WAIT_MS = 2_000

const killGroup = (pid: number | undefined): void => {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // The program has already ended.
  }
}

const missing = (program: string, cause: Error): AppError =>
  (cause as NodeJS.ErrnoException).code === 'ENOENT'
    ? new AppError('backend-missing', `${program} is not on PATH`, { hint: `install ${program}`, cause })
    : new AppError('backend-unreachable', `${program} could not be started: ${cause.message}`, { cause })
