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

/** How long a write waits for a process that does not read. */
const WRITE_LIMIT_MS = 5_000

/**
 * Processes on this machine. In pipe mode they do not need the host: after kill -9 of the host they go on, and the
 * next host finds their output, input and exit code. Processes in a terminal end with the host.
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
      // The command has not begun; taking the claim prevents that it begins now.
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

/** A missing directory is the most common mistake, and a shell would only report that it could not start. */
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

/** Returns true for the first caller only: either the wrapper runs the command, or a host gives the start up. */
const claim = (files: ProcessFiles): boolean => {
  try {
    writeFileSync(files.claimed, '', { flag: 'wx', mode: 0o600 })
    return true
  } catch {
    return false
  }
}

/** Whether a wrapper has claimed the start and will soon write the pids. If it takes too long, it never will. */
const isBeginning = (files: ProcessFiles): boolean =>
  !claim(files) && Date.now() - (statSync(files.claimed, { throwIfNoEntry: false })?.mtimeMs ?? 0) < START_LIMIT_MS

/** Ends the process that holds the input open. If the wrapper was killed, no other process does this. */
const releaseHolder = (files: ProcessFiles): void => {
  const holder = readPids(files)?.holder
  if (holder !== undefined) signalProcess(holder, 'SIGTERM')
}

const look = (files: ProcessFiles, range: LookRange, hasTerminal: boolean | undefined): BackendLook => {
  // The state is read before the log, so a log that is read to its end holds all that the process itself printed.
  const pids = readPids(files)
  const running = pids !== undefined && (isAlive(pids.child) || (pids.wrapper !== undefined && isAlive(pids.wrapper)))
  // The exit code is read after the check for living processes: a wrapper writes it before it ends.
  const exit = readExit(files)
  const { output, totalBytes } = readLog(files.log, range)
  // The host holds a terminal until its end is stored; a terminal without a holder is gone.
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
