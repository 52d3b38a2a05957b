import { accessSync, constants, rmSync, statSync, writeFileSync } from 'node:fs'
import { AppError } from '../../lib/error.ts'
import { makeDirectory } from '../../lib/make-directory.ts'
import type { Backend, BackendLook, BackendProcess, BackendSurroundings, LookRange } from '../backend.ts'
import { endTree } from '../trees/end-tree.ts'
import { isAlive, signalProcess } from '../trees/identity.ts'
import { filesOf, type ProcessFiles, readExit, readLog, readPids } from './files.ts'
import { releaseSpace } from './log-space.ts'
import { closeInput, START_LIMIT_MS, startPiped, watchFiles, writeInput } from './pipe.ts'
import { endOfInput, type HeldTerminal, startInTerminal } from './pty.ts'
import { placeWrapper } from './wrapper.ts'

/** How long a process that does not read may keep who writes to it waiting. */
const WRITE_LIMIT_MS = 5_000

/**
 * Processes of this machine. In pipe mode they need the host for nothing: after kill -9 of the host they go on, and output, input and
 * exit code are found again. In a terminal they end with it.
 */
export const createLocalBackend = ({ directory }: BackendSurroundings): Backend => {
  const terminals = new Map<string, HeldTerminal>()
  const wakers = new Map<string, () => void>()
  const files = ({ id }: BackendProcess): ProcessFiles => filesOf(directory, id)
  const wake = (id: string): void => wakers.get(id)?.()

  return {
    name: 'local',
    isExperimental: false,
    hasStdin: true,
    hasPty: true,
    lookEveryMs: 1_000,
    start: async (request) => {
      checkDirectory(request.workdir)
      const at = files(request)
      makeDirectory(at.directory)
      if (!request.pty)
        return startPiped(at, request, { wrapper: placeWrapper(directory), onExit: () => wake(request.id) })
      claim(at)
      const { started, terminal } = await startInTerminal(at, request, () => {
        terminals.delete(request.id)
        wake(request.id)
      })
      terminals.set(request.id, terminal)
      return started
    },
    look: async (process, range) => look(files(process), range, process.pty ? terminals.has(process.id) : undefined),
    watch: (process, onChange) => {
      wakers.set(process.id, onChange)
      const stop = watchFiles(files(process), onChange)
      return () => {
        wakers.delete(process.id)
        stop()
      }
    },
    end: async (process, options) => {
      const at = files(process)
      const pids = readPids(at)
      // What never began must not begin now.
      if (pids === undefined && claim(at)) return
      const spared = [pids?.wrapper?.pid, pids?.holder?.pid].filter((pid) => pid !== undefined)
      await endTree({ id: process.id, root: pids?.child, spared }, options)
    },
    write: async (process, bytes) => {
      if (!process.pty) return writeInput(files(process), bytes, WRITE_LIMIT_MS)
      terminalOf(terminals, process).write(bytes)
    },
    close: async (process) => {
      if (process.pty) endOfInput(terminalOf(terminals, process))
      else closeInput(files(process))
    },
    resize: async (process, size) => terminalOf(terminals, process).resize(size),
    trim: async (process, before) => void (await releaseSpace(files(process).log, before)),
    remove: async (process) => {
      releaseHolder(files(process))
      rmSync(files(process).directory, { recursive: true, force: true })
    },
  }
}

const terminalOf = (terminals: ReadonlyMap<string, HeldTerminal>, { id, pty }: BackendProcess): HeldTerminal => {
  const terminal = terminals.get(id)
  if (terminal !== undefined) return terminal
  throw pty
    ? new AppError('stdin-closed', `the terminal of ${id} is gone`)
    : new AppError('no-terminal', `${id} has no terminal`, { hint: 'start it with --pty' })
}

/** A missing directory is the most usual mistake, and a shell would only say that it could not be started. */
const checkDirectory = (workdir: string): void => {
  const found = statSync(workdir, { throwIfNoEntry: false })
  if (found === undefined || !found.isDirectory())
    throw new AppError(
      found === undefined ? 'no-such-directory' : 'not-a-directory',
      `${workdir} is ${found === undefined ? 'no directory: it does not exist' : 'a file, not a directory'}`,
      { hint: 'choose another with --workdir' },
    )
  try {
    accessSync(workdir, constants.X_OK)
  } catch (error) {
    throw new AppError('directory-permission', `${workdir} may not be entered`, { cause: error })
  }
}

/** True for the first who asks: of a wrapper and a host that gives it up, one goes on. */
const claim = (files: ProcessFiles): boolean => {
  try {
    writeFileSync(files.claimed, '', { flag: 'wx', mode: 0o600 })
    return true
  } catch {
    return false
  }
}

/** A wrapper that has the start, and has not written down who runs, is about to; otherwise it will never be written. */
const isBeginning = (files: ProcessFiles): boolean =>
  !claim(files) && Date.now() - (statSync(files.claimed, { throwIfNoEntry: false })?.mtimeMs ?? 0) < START_LIMIT_MS

/** Where the wrapper was killed, no process is left to end the holder of the input. */
const releaseHolder = (files: ProcessFiles): void => {
  const holder = readPids(files)?.holder
  if (holder !== undefined) signalProcess(holder, 'SIGTERM')
}

const look = (files: ProcessFiles, range: LookRange, hasTerminal: boolean | undefined): BackendLook => {
  // The end is read before the log, so that a log read to its end is all that the process itself printed.
  const pids = readPids(files)
  const running = pids !== undefined && (isAlive(pids.child) || (pids.wrapper !== undefined && isAlive(pids.wrapper)))
  // Asked after who is alive: a wrapper that has just gone has left the exit code before.
  const exit = readExit(files)
  const { output, totalBytes } = readLog(files.log, range)
  // A terminal is held until its end is written down; one without a holder is gone.
  const isThere = hasTerminal ?? (pids === undefined ? isBeginning(files) : running)
  const state = exit !== undefined ? 'exited' : isThere ? 'running' : 'gone'
  if (state === 'gone') releaseHolder(files)
  return {
    state,
    pid: pids?.child.pid,
    exitCode: exit?.exitCode,
    exitedAt: exit?.exitedAt,
    output,
    from: range.offset,
    totalBytes,
    stdinOpen:
      state === 'running' &&
      statSync(files.closed, { throwIfNoEntry: false }) === undefined &&
      (hasTerminal === true || pids === undefined || (pids.holder !== undefined && isAlive(pids.holder))),
  }
}
