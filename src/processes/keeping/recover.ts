import { readProcesses } from '../../store/live/process.ts'
import { endAgain, follow, pump } from './follow.ts'
import { backendProcessOf, createHeld, type Held } from './held.ts'
import type { Keeper } from './keeper.ts'
import { isFinal } from '../machine.ts'

/**
 * Takes up everything that an earlier host of this home left: running processes are held again, and processes that
 * ended meanwhile get their exit code and output from where they ran. Only a process that left neither is lost.
 * Signals go only to trees of terminals, which lost their terminal with the host, and only to processes that are
 * proven to be theirs.
 */
export const recover = async (keeper: Keeper): Promise<void> => {
  const stored = await readProcesses(keeper.store, keeper.holder)
  for (const process of stored) keeper.held.set(process.id, createHeld(process, keeper.limits.bufferChars))
  await keeper.sandboxes.takeUp()
  // A process that cannot be taken up (its backend is unknown here) must not affect the others.
  await Promise.allSettled([...keeper.held.values()].map((held) => takeUp(keeper, held)))
}

const takeUp = async (keeper: Keeper, held: Held): Promise<void> => {
  if (isFinal(held.process.state)) return
  const backend = await keeper.backend(held.process.backend)
  if (held.process.pty) await backend.end(backendProcessOf(held), { graceMs: keeper.limits.graceMs })
  await follow(keeper, held)
  // A sandbox may be slow to answer, and the host's start does not wait for it.
  if (held.process.backend !== 'local') {
    if (held.process.endedBy !== undefined) endAgain(keeper, held, backend)
    return
  }
  await pump(keeper, held)
  if (isFinal(held.process.state)) return
  const process = backendProcessOf(held)
  // The earlier host died after it was asked to end the process and before it did.
  if (held.process.endedBy !== undefined) endAgain(keeper, held, backend)
  else if (await isHalfClosed(keeper, held)) await backend.close?.(process)
}

/** Whether a request to close the input did not get through. Closing it twice does no harm. */
const isHalfClosed = async (keeper: Keeper, held: Held): Promise<boolean> => {
  const backend = await keeper.backend(held.process.backend)
  const look = await backend.look(backendProcessOf(held), { offset: held.offset, limit: 0 })
  return look.state === 'running' && !look.stdinOpen
}
