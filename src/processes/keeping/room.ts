import { AppError } from '../../lib/error.ts'
import { deleteNoticesBefore, deleteProcess } from '../../store/live/process.ts'
import { backendProcessOf, type Held } from './held.ts'
import type { Keeper } from './keeper.ts'
import { isFinal } from '../machine.ts'

/** Notices that no session fetched are deleted after a week. */
const NOTICE_MS = 7 * 24 * 3_600_000

/** Forgets processes that ended long ago, then the oldest of the other ended ones until there is room. */
export const makeRoom = async (keeper: Keeper, extra: 0 | 1): Promise<void> => {
  const { held, limits } = keeper
  const finished = [...held.values()]
    .filter(({ process }) => isFinal(process.state))
    .toSorted((a, b) => (a.process.exitedAt ?? 0) - (b.process.exitedAt ?? 0))
  let tooMany = held.size + extra - limits.tracked
  for (const each of finished) {
    const isOld = keeper.now() - (each.process.exitedAt ?? 0) > limits.finishedMs
    if (!isOld && tooMany <= 0) continue
    tooMany--
    await forget(keeper, each)
  }
  if (extra === 0) await deleteNoticesBefore(keeper.store, keeper.now() - NOTICE_MS)
}

/** Forgets an ended process and removes its files. A running process is left alone. */
export const forget = async (keeper: Keeper, held: Held): Promise<void> => {
  if (!isFinal(held.process.state)) return
  keeper.held.delete(held.process.id)
  await deleteProcess(keeper.store, held.process.id)
  try {
    const backend = await keeper.backend(held.process.backend)
    await backend.remove(backendProcessOf(held))
  } catch {
    // A sandbox that is gone has taken its files with it.
  }
}

/** Throws if too many processes run: running processes are never forgotten to make room. */
export const requireRoom = ({ held, limits }: Keeper): void => {
  const running = [...held.values()].filter(({ process }) => !isFinal(process.state)).length
  if (running < limits.running) return
  throw new AppError('too-many-processes', `${running} processes run already, and no more are started`, {
    hint: 'end one with `warmstart process kill ID`; `warmstart process list` shows them',
  })
}
