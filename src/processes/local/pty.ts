import { closeSync, openSync, writeFileSync, writeSync } from 'node:fs'
import { AppError, messageOf } from '../../lib/error.ts'
import type { BackendStart, BackendStarted } from '../backend.ts'
import { identityOf } from '../trees/identity.ts'
import type { ProcessFiles } from './files.ts'
import { shellOf } from './shell.ts'

/** A terminal belongs to the host that made it and ends with it. */
export interface HeldTerminal {
  write(bytes: Uint8Array): void
  resize(size: { rows: number; columns: number }): void
}

const END_OF_INPUT = '\u0004'

/** Starts a command in its own terminal and appends its output to the log. */
export const startInTerminal = async (
  files: ProcessFiles,
  { command, workdir, env, rows, columns }: BackendStart,
  onExit: () => void,
): Promise<{ started: BackendStarted; terminal: HeldTerminal }> => {
  const { spawn } = await import('@lydell/node-pty')
  const log = openSync(files.log, 'a', 0o600)
  let terminal: ReturnType<typeof spawn>
  try {
    terminal = spawn(shellOf(env), ['-c', command], {
      name: 'xterm-256color',
      rows,
      cols: columns,
      cwd: workdir,
      env: { ...env, TERM: 'xterm-256color' },
      encoding: null,
    })
  } catch (error) {
    closeSync(log)
    throw new AppError('failed-start', `no terminal could be made: ${messageOf(error)}`, { cause: error })
  }
  // node-pty throws an error if it is the only listener, and that would end the host with all its processes.
  ;(terminal as unknown as NodeJS.EventEmitter).on('error', () => undefined)
  let isOpen = true
  // Without an encoding, the data are bytes, although the types say string.
  terminal.onData((data) => {
    if (isOpen) attempt(() => writeSync(log, data as unknown as Uint8Array))
  })
  terminal.onExit(({ exitCode, signal }) => {
    isOpen = false
    closeSync(log)
    const code = signal === undefined || signal === 0 ? exitCode : 128 + signal
    attempt(() => writeFileSync(files.exit, `${code}\n`, { mode: 0o600 }))
    onExit()
  })
  const born = identityOf(terminal.pid)?.born.split('@')[0] ?? '-'
  writeFileSync(files.pid, `${terminal.pid} ${born}\n`, { mode: 0o600 })
  return {
    started: { pid: terminal.pid },
    terminal: {
      write: (bytes) => terminal.write(Buffer.from(bytes) as unknown as string),
      resize: ({ rows, columns }) => terminal.resize(columns, rows),
    },
  }
}

/** A full disk, or a forgotten process, may cost this process its output and exit code, but must not end the host. */
const attempt = (work: () => void): void => {
  try {
    work()
  } catch {
    // A value that could not be written is later found to be unknown.
  }
}

/** Sends what Ctrl-D sends to a program in a terminal. */
export const endOfInput = (terminal: HeldTerminal): void => terminal.write(Buffer.from(END_OF_INPUT))
