import { setTimeout as sleep } from 'node:timers/promises'
import { type Identity, isAlive, signalProcess } from './identity.ts'
import { type Listed, listProcesses, membersOf, straysOf } from './tree.ts'

const LOOK_EVERY_MS = 20
/** Rounds of stopping new children. A tree that makes children very fast is stopped by stopping their makers. */
const STOP_ROUNDS = 40
const KILL_ROUNDS = 20
/** The kernel may need time to remove a killed process, for example one that waits for a slow disk. */
const KILL_WAIT_MS = 5_000

export interface TreeOfProcess {
  id: string
  /** The first process of the tree, if known. */
  root: Identity | undefined
  /** Pids that are never signalled: the processes that wait for the tree to end. */
  spared: readonly number[]
}

/**
 * Sends SIGTERM to all processes of the tree, and SIGKILL after the grace period to those that are left, including new
 * ones.
 */
export const endTree = async (tree: TreeOfProcess, { graceMs }: { graceMs: number }): Promise<void> => {
  const members = findMembers(tree)
  if (members.length === 0) return
  for (const member of members) signalProcess(member, 'SIGTERM')
  await waitForEnd(members, graceMs)
  for (let round = 0; round < KILL_ROUNDS; round++) {
    const left = stopAll(tree, members)
    if (left.length === 0) return
    for (const member of left) signalProcess(member, 'SIGKILL')
    await waitForEnd(left, KILL_WAIT_MS)
  }
}

/** The current members of the tree, children first. */
export const findMembers = ({ id, root, spared }: TreeOfProcess): Listed[] => {
  const all = listProcesses()
  return membersOf(all, { root, strays: straysOf(id, all), spared: new Set([process.pid, ...spared]) })
}

/** Stops all members. A stopped process makes no children, so the members found afterwards are complete. */
const stopAll = (tree: TreeOfProcess, known: readonly Listed[]): Listed[] => {
  const stopped = new Map<string, Listed>()
  for (let round = 0; round < STOP_ROUNDS; round++) {
    // A known member may have lost every tie to the tree, so it is checked by itself.
    const fresh = [...findMembers(tree), ...known.filter(isAlive)].filter((each) => !stopped.has(keyOf(each)))
    if (fresh.length === 0) break
    for (const each of fresh) {
      stopped.set(keyOf(each), each)
      signalProcess(each, 'SIGSTOP')
    }
  }
  return [...stopped.values()]
}

const keyOf = ({ pid, born }: Identity): string => `${pid} ${born}`

const waitForEnd = async (members: readonly Identity[], limitMs: number): Promise<void> => {
  const until = performance.now() + limitMs
  while (members.some(isAlive) && performance.now() < until) await sleep(LOOK_EVERY_MS)
}
