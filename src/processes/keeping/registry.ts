import { AppError } from '../../lib/error.ts'
import { saveRunning } from '../../store/live/process.ts'
import { cleanSlice } from './clean-output.ts'
import { pump } from './follow.ts'
import { backendProcessOf, type Held, viewOf } from './held.ts'
import type { Keeper } from './keeper.ts'
import { advance, isFinal } from '../machine.ts'
import { matchProcessId } from '../process-id.ts'
import type { ProcessFilter, ProcessLog, ProcessView, Scope } from '../processes.ts'

export const findHeld = (keeper: Keeper, id: string): Held | undefined => {
  const match = matchProcessId(id, keeper.held.keys())
  return match === undefined ? undefined : keeper.held.get(match)
}

/** Finds the process, or throws an error that says what to do. */
export const heldOf = (keeper: Keeper, id: string): Held => {
  const held = findHeld(keeper, id)
  if (held !== undefined) return held
  throw new AppError('no-such-process', `no process has the id ${id}, or several ids begin with it`, {
    hint: '`warmstart process list` lists them; four digits of an id are enough if no other id begins with them',
  })
}

/** Looks at the process now and returns its current state, not the remembered one. */
export const currentView = async (keeper: Keeper, held: Held): Promise<ProcessView> => {
  // A process that has ended may have left others that still print. They are read only if looking is cheap; for a
  // distant backend the output stays as it was at the end.
  const isNear = await keeper.backend(held.process.backend).then(
    ({ watch }) => watch !== undefined,
    () => false,
  )
  if (isNear || !isFinal(held.process.state) || !held.isRead) await pump(keeper, held)
  return viewOf(held)
}

export const listProcesses = async (keeper: Keeper, filter: ProcessFilter): Promise<ProcessView[]> => {
  const wanted = [...keeper.held.values()].filter(({ process }) => matches(process, filter))
  const views = await Promise.all(wanted.map((held) => currentView(keeper, held)))
  return views.filter(({ state }) => filter.isRunning === undefined || filter.isRunning !== isFinal(state))
}

const matches = (process: Held['process'], { owner, sessionKey, scope }: ProcessFilter): boolean =>
  (owner === undefined || process.owner === owner) &&
  (sessionKey === undefined || process.sessionKey === sessionKey) &&
  (scope === undefined || isOfScope(process, scope))

const isOfScope = ({ scope }: Held['process'], { kind, id }: Scope): boolean =>
  scope !== undefined && scope.kind === kind && scope.id === id

export const readProcessLog = async (
  keeper: Keeper,
  held: Held,
  { offset, limit }: { offset?: number | undefined; limit?: number | undefined },
): Promise<ProcessLog> => {
  await currentView(keeper, held)
  const { totalChars, droppedChars } = held.buffer
  const from = Math.min(totalChars, Math.max(offset ?? 0, droppedChars))
  const to = Math.min(totalChars, limit === undefined ? totalChars : from + Math.max(0, limit))
  return { text: cleanSlice(held.buffer, from, to), from, to, totalChars, droppedChars }
}

/** Resolves when the process has ended, when the time is up, or when the caller goes away. */
export const waitFor = async (
  keeper: Keeper,
  held: Held,
  { timeoutMs, signal }: { timeoutMs: number; signal: AbortSignal },
): Promise<ProcessView> => {
  await currentView(keeper, held)
  if (!isFinal(held.process.state) && !signal.aborted) {
    await new Promise<void>((resolve) => {
      const done = (): void => {
        clearTimeout(timer)
        held.waiters.delete(done)
        signal.removeEventListener('abort', done)
        resolve()
      }
      const timer = setTimeout(done, Math.max(0, Math.min(timeoutMs, LONGEST_TIMER_MS)))
      held.waiters.add(done)
      signal.addEventListener('abort', done)
    })
  }
  return viewOf(held)
}

/** A longer timer would fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1
/** How long to wait until the end is stored, after nothing of the tree runs. */
const END_WAIT_MS = 10_000

/** Ends the whole tree. The request is stored before the first signal. */
export const killProcess = async (keeper: Keeper, held: Held, by: string): Promise<ProcessView> => {
  const backend = await keeper.backend(held.process.backend)
  if (!isFinal(held.process.state)) {
    await pump(keeper, held)
    held.process = advance(held.process, { type: 'kill-asked', by })
    if (!isFinal(held.process.state)) await saveRunning(keeper.store, held.process)
  }
  await backend.end(backendProcessOf(held), { graceMs: keeper.limits.graceMs })
  return waitFor(keeper, held, { timeoutMs: END_WAIT_MS, signal: new AbortController().signal })
}

export const endScope = async (keeper: Keeper, scope: Scope): Promise<string[]> => {
  const ours = [...keeper.held.values()].filter(({ process }) => isOfScope(process, scope) && !process.persist)
  const running = ours.filter(({ process }) => !isFinal(process.state))
  // Processes that have ended are included, because they may have left children behind.
  const ends = await Promise.allSettled(ours.map((held) => killProcess(keeper, held, `the end of its ${scope.kind}`)))
  const failed = ends.find((end) => end.status === 'rejected')
  if (failed !== undefined) throw failed.reason
  return running.map(({ process }) => process.id)
}

export const writeTo = async (keeper: Keeper, held: Held, data: string): Promise<{ bytes: number }> => {
  const backend = await keeper.backend(held.process.backend)
  requireInput(held, backend.write !== undefined)
  const bytes = Buffer.from(data.toWellFormed(), 'utf8')
  await backend.write?.(backendProcessOf(held), bytes)
  return { bytes: bytes.length }
}

export const closeInputOf = async (keeper: Keeper, held: Held): Promise<void> => {
  const backend = await keeper.backend(held.process.backend)
  if (isFinal(held.process.state)) return
  requireInput(held, backend.close !== undefined)
  await backend.close?.(backendProcessOf(held))
  if (!held.process.pty) held.stdinOpen = false
}

export const resizeTerminal = async (
  keeper: Keeper,
  held: Held,
  size: { rows: number; columns: number },
): Promise<void> => {
  const backend = await keeper.backend(held.process.backend)
  if (!held.process.pty || backend.resize === undefined)
    throw new AppError('no-terminal', `${held.process.id} has no terminal`, { hint: 'start it with --pty' })
  requireInput(held, true)
  await backend.resize(backendProcessOf(held), size)
}

const requireInput = ({ process: { id, state, backend } }: Held, canTake: boolean): void => {
  if (isFinal(state)) throw new AppError('stdin-closed', `${id} has ended (${state}) and takes no input`)
  if (!canTake) throw new AppError('stdin-closed', `processes of ${backend} take no input`)
}
