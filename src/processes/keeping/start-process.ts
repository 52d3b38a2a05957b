import { AppError, messageOf } from '../../lib/error.ts'
import { redact } from '../../lib/redact/redact.ts'
import { insertProcess, saveEnded, saveRunning } from '../../store/live/process.ts'
import { addedVariables } from '../trees/environment.ts'
import { follow, settle } from './follow.ts'
import { backendProcessOf, createHeld, type Held, viewOf } from './held.ts'
import type { Keeper } from './keeper.ts'
import { advance, newLife } from '../machine.ts'
import type { ProcessView, StartRequest } from '../processes.ts'
import { makeRoom, requireRoom } from './room.ts'

/** A client's request to start a process. The client chooses the id, so that it can ask later what happened. */
export interface HostStart extends Omit<StartRequest, 'env'> {
  id: string
  /** The starter's environment without secrets. */
  baseEnv: Readonly<Record<string, string>>
  env?: Readonly<Record<string, string>> | undefined
}

const ROWS = 30
const COLUMNS = 120
/** A shorter interval would make a stream of notices. */
const SHORTEST_INTERVAL_S = 5

/** Starts a process. Its row is stored before it begins, and again before the caller gets the answer. */
export const startProcess = async (keeper: Keeper, request: HostStart): Promise<ProcessView> => {
  const known = keeper.held.get(request.id)
  if (known !== undefined) return viewOf(known)
  if (request.command.trim() === '' || request.command.includes('\0'))
    throw new AppError('usage', 'the command is empty', { hint: 'name a command' })
  await makeRoom(keeper, 1)
  const backend = await keeper.backend(request.backend?.name ?? 'local')
  if (request.pty === true && !backend.hasPty)
    throw new AppError('no-terminal', `${backend.name} has no terminals`, { hint: 'start it without a terminal' })
  requireRoom(keeper)
  const held = createHeld(storedOf(keeper, request), keeper.limits.bufferChars)
  held.isStarting = true
  keeper.held.set(request.id, held)
  const added = addedVariables({ id: request.id, sessionKey: request.sessionKey, env: request.env })
  try {
    await insertProcess(keeper.store, held.process)
  } catch (error) {
    keeper.held.delete(request.id)
    throw error
  }
  try {
    await keeper.sandboxes.use(held.process)
    const { pid } = await backend.start({
      ...backendProcessOf(held),
      command: request.command,
      workdir: request.workdir,
      env: { ...request.baseEnv, ...added },
      added,
      rows: request.rows ?? ROWS,
      columns: request.columns ?? COLUMNS,
    })
    held.process = advance(held.process, { type: 'started', pid })
    await saveRunning(keeper.store, held.process)
  } catch (error) {
    await giveUp(keeper, held, error)
    throw error
  } finally {
    held.isStarting = false
  }
  await follow(keeper, held)
  return viewOf(held)
}

/** Ends the process if anything failed after its start, so that no unknown process is left running. */
const giveUp = async (keeper: Keeper, held: Held, error: unknown): Promise<void> => {
  const backend = await keeper.backend(held.process.backend)
  await backend.end(backendProcessOf(held), { graceMs: 0 }).catch(() => undefined)
  const at = keeper.now()
  const failed =
    held.process.state === 'starting'
      ? advance(held.process, { type: 'start-failed', at, why: redact(messageOf(error)).slice(0, 200) })
      : advance(advance(held.process, { type: 'kill-asked', by: 'the host, which could not write it down' }), {
          type: 'vanished',
          at,
        })
  settle(held, failed)
  await saveEnded(keeper.store, failed, undefined).catch(() => undefined)
}

const storedOf = (keeper: Keeper, request: HostStart): Held['process'] => ({
  ...newLife(keeper.now()),
  ...keeper.holder,
  id: request.id,
  owner: request.owner,
  command: redact(request.command),
  workdir: request.workdir,
  pty: request.pty === true,
  backend: request.backend?.name ?? 'local',
  target: request.backend?.target ?? '',
  scope: request.scope,
  sessionKey: request.sessionKey,
  persist: request.persist === true,
  notify: request.notifyOnComplete === true,
  watchPatterns: (request.watchPatterns ?? []).filter((pattern) => pattern !== ''),
  checkIntervalS:
    request.checkIntervalS === undefined
      ? undefined
      : Math.max(SHORTEST_INTERVAL_S, Math.round(request.checkIntervalS)),
  consumed: false,
  keptBytes: 0,
  keptChars: 0,
  watchedChars: 0,
  toldChars: 0,
})
