import { setTimeout as sleep } from 'node:timers/promises'
import { type Identity, isAlive, signalProcess } from './identity.ts'
import { type Listed, listProcesses, membersOf, straysOf } from './tree.ts'

const LOOK_EVERY_MS = 20
/** Rounds of stopping new children: a tree that makes children faster than that is stopped by having its makers stopped. */
const STOP_ROUNDS = 40
const KILL_ROUNDS = 20
/** The kernel may take its time to let a killed one go, for example out of a slow disk. */
const KILL_WAIT_MS = 5_000

export interface TreeOfProcess {
  id: string
  /** Its first process, where it is known. */
  root: Identity | undefined
  /** Pids that are never signalled: what waits for the tree to end. */
  spared: readonly number[]
}

/** SIGTERM to everybody in the tree, SIGKILL after the grace period to who is left, those who were born meanwhile included. */
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

/** Who belongs to the tree now, children first. */
export const findMembers = ({ id, root, spared }: TreeOfProcess): Listed[] => {
  const all = listProcesses()
  return membersOf(all, { root, strays: straysOf(id, all), spared: new Set([process.pid, ...spared]) })
}

/** A stopped process makes no children, so that what is found afterwards is all there is. */
const stopAll = (tree: TreeOfProcess, known: readonly Listed[]): Listed[] => {
  const stopped = new Map<string, Listed>()
  for (let round = 0; round < STOP_ROUNDS; round++) {
    // Those known from before may have lost everything that ties them to the tree but themselves.
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
