import { execFileSync, spawn } from 'node:child_process'
import { closeSync, constants, openSync, watch, writeFileSync, writeSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { attempts } from '../../lib/back-off.ts'
import { AppError, messageOf } from '../../lib/error.ts'
import type { BackendStart, BackendStarted } from '../backend.ts'
import { identityOf, signalProcess } from '../trees/identity.ts'
import { PROCESS_ID_VARIABLE } from '../trees/tree.ts'
import { type ProcessFiles, readExit, readPids } from './files.ts'
import { mostProcessesOfUser, shellOf } from './shell.ts'

/** On a machine that swaps, a shell starts slowly. */
export const START_LIMIT_MS = 20_000

/** Starts a command whose output, input and exit code do not depend on the host. Resolves once the pids are written. */
export const startPiped = async (
  files: ProcessFiles,
  { command, workdir, env, id }: BackendStart,
  { wrapper, onExit }: { wrapper: string; onExit: () => void },
): Promise<BackendStarted> => {
  makePipe(files.input)
  const log = openSync(files.log, 'a', 0o600)
  // The wrapper is not part of the command's tree, so it sets the variable that marks descendants for the command only.
  const { [PROCESS_ID_VARIABLE]: _, ...wrapperEnv } = env
  let failed: Error | undefined
  let hasEnded = false
  const child = spawn('/bin/sh', [wrapper, files.directory, shellOf(env), command, id, String(mostProcessesOfUser())], {
    cwd: workdir,
    env: wrapperEnv,
    detached: true,
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  child.once('error', (error) => {
    failed = error
  })
  child.once('exit', () => {
    hasEnded = true
    onExit()
  })
  child.unref()
  const until = performance.now() + START_LIMIT_MS
  for await (const _ of attempts({ firstMs: 1, longestMs: 20 })) {
    const pids = readPids(files)
    if (pids !== undefined) return { pid: pids.child.pid }
    if (failed !== undefined || (hasEnded && readExit(files) === undefined) || performance.now() > until) break
  }
  if (child.pid !== undefined && !hasEnded) killGroup(child.pid)
  throw new AppError(
    'failed-start',
    `the command did not start: ${failed === undefined ? 'no answer' : messageOf(failed)}`,
    {
      hint: 'the machine may have no room for more processes',
    },
  )
}

const makePipe = (path: string): void => {
  try {
    execFileSync('mkfifo', ['-m', '600', path], { stdio: ['ignore', 'ignore', 'pipe'] })
  } catch (error) {
    const isMissing = typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOENT'
    throw new AppError('failed-start', `no pipe for the input of the command can be made: ${messageOf(error)}`, {
      hint: isMissing ? 'install mkfifo (GNU coreutils has it)' : 'see that WARMSTART_HOME is on a disk that has pipes',
      cause: error,
    })
  }
}

/** Kills the group of our own child. The child is not collected yet, so no other process can have its pid. */
const killGroup = (pid: number): void => {
  const identity = identityOf(pid)
  if (identity === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    signalProcess(identity, 'SIGKILL')
  }
}

/**
 * Writes all bytes or reports how many were taken. The pipe is opened for each text: the host holds nothing, so
 * nothing is lost when it dies.
 */
export const writeInput = async (files: ProcessFiles, bytes: Uint8Array, limitMs: number): Promise<void> => {
  let file: number
  try {
    file = openSync(files.input, constants.O_WRONLY | constants.O_NONBLOCK)
  } catch (error) {
    throw new AppError('stdin-closed', 'the process does not take input any more', { cause: error })
  }
  let taken = 0
  try {
    const until = performance.now() + limitMs
    while (taken < bytes.length) {
      const written = tryWrite(file, bytes.subarray(taken))
      taken += written
      if (written > 0) continue
      if (performance.now() > until)
        throw new AppError('stdin-full', `the process took ${taken} of ${bytes.length} bytes and reads no more`, {
          hint: 'wait until it reads its input, then send the rest',
        })
      await sleep(10)
    }
  } finally {
    closeSync(file)
  }
}

const tryWrite = (file: number, bytes: Uint8Array): number => {
  try {
    return writeSync(file, bytes)
  } catch (error) {
    const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
    if (code === 'EAGAIN') return 0
    throw new AppError('stdin-closed', 'the process does not take input any more', { cause: error })
  }
}

/**
 * The holder is the last process that keeps the pipe open for writing: when it ends, the command reads the end of its
 * input.
 */
export const closeInput = (files: ProcessFiles): void => {
  writeFileSync(files.closed, '', { mode: 0o600 })
  const holder = readPids(files)?.holder
  if (holder !== undefined) signalProcess(holder, 'SIGTERM')
}

/** Reports changes of the process's files. If the system cannot watch files, the host's regular looks have to do. */
export const watchFiles = (files: ProcessFiles, onChange: () => void): (() => void) => {
  try {
    const watcher = watch(files.directory, { persistent: false }, onChange)
    watcher.on('error', () => watcher.close())
    return () => watcher.close()
  } catch {
    return () => undefined
  }
}
