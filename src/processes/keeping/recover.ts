import { readProcesses } from '../../store/live/process.ts'
import { endAgain, follow, pump } from './follow.ts'
import { backendProcessOf, createHeld, type Held } from './held.ts'
import type { Keeper } from './keeper.ts'
import { isFinal } from '../machine.ts'

/**
 * Takes up everything that an earlier host of this home has left: what still runs goes on being held, what has ended meanwhile gets its
 * exit code and output from where it ran, and only what left neither is lost. Nothing is signalled but the trees of terminals, which
 * have lost their terminal with the host, and whose processes are proven to be theirs.
 */
export const recover = async (keeper: Keeper): Promise<void> => {
  const stored = await readProcesses(keeper.store, keeper.holder)
  for (const process of stored) keeper.held.set(process.id, createHeld(process, keeper.limits.bufferChars))
  await keeper.sandboxes.takeUp()
  // One that cannot be taken up (its backend is not known here) must not keep the others from it.
  await Promise.allSettled([...keeper.held.values()].map((held) => takeUp(keeper, held)))
}

const takeUp = async (keeper: Keeper, held: Held): Promise<void> => {
  if (isFinal(held.process.state)) return
  const backend = await keeper.backend(held.process.backend)
  if (held.process.pty) await backend.end(backendProcessOf(held), { graceMs: keeper.limits.graceMs })
  await follow(keeper, held)
  // A sandbox may take its time to answer; the start does not wait for that.
  if (held.process.backend !== 'local') {
    if (held.process.endedBy !== undefined) endAgain(keeper, held, backend)
    return
  }
  await pump(keeper, held)
  if (isFinal(held.process.state)) return
  const process = backendProcessOf(held)
  // The host died between being asked for something and doing it.
  if (held.process.endedBy !== undefined) endAgain(keeper, held, backend)
  else if (await isHalfClosed(keeper, held)) await backend.close?.(process)
}

/** End of input was asked for and did not get there; asking twice is the same as asking once. */
const isHalfClosed = async (keeper: Keeper, held: Held): Promise<boolean> => {
  const backend = await keeper.backend(held.process.backend)
  const look = await backend.look(backendProcessOf(held), { offset: held.offset, limit: 0 })
  return look.state === 'running' && !look.stdinOpen
}
