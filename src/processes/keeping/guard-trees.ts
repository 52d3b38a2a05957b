import { readFileSync } from 'node:fs'
import type { Keeper } from './keeper.ts'
import { isFinal } from '../machine.ts'
import { killProcess } from './registry.ts'
import { listProcesses, treeSizes } from '../trees/tree.ts'

/** Short enough to find a tree that doubles with every step. */
const LOOK_EVERY_MS = 250
/** Trees are counted when the machine has this many more processes. */
const GROWTH = 64
/** Otherwise trees are counted this often, because a tree may also grow slowly. */
const COUNT_EVERY_MS = 5_000

/**
 * Ends trees that grow beyond their limit: a guard against fork bombs that also works for root, whom the system's own
 * limit does not bind. The guard needs no process of its own. Only Linux tells whose descendant a process is.
 */
export const guardTrees = (keeper: Keeper): (() => void) => {
  if (process.platform !== 'linux') return () => undefined
  let countedAt = Number.NEGATIVE_INFINITY
  let lastTotal = 0
  const look = (): void => {
    const running = [...keeper.held.values()].filter(
      ({ process }) => !isFinal(process.state) && process.backend === 'local',
    )
    const total = tasksOfMachine()
    // No tree can have more processes than the machine.
    if (running.length === 0 || total <= keeper.limits.perTree) return
    if (total - lastTotal < GROWTH && performance.now() - countedAt < COUNT_EVERY_MS) return
    countedAt = performance.now()
    lastTotal = total
    const sizes = treeSizes(listProcesses())
    for (const held of running) {
      const size = sizes.get(held.process.id) ?? 0
      if (size <= keeper.limits.perTree || held.process.endedBy !== undefined) continue
      void killProcess(keeper, held, `the limit of ${keeper.limits.perTree} processes a tree`).catch(() => undefined)
    }
  }
  const timer = setInterval(look, LOOK_EVERY_MS).unref()
  return () => clearInterval(timer)
}

const tasksOfMachine = (): number => {
  try {
    return Number(/\/(\d+)/.exec(readFileSync('/proc/loadavg', 'latin1'))?.[1] ?? 0)
  } catch {
    return 0
  }
}
