import { drawOf } from '../lib/draw.ts'
import type { Declaration } from '../schema/experiment.ts'
import type { PlannedPair } from '../store/experiments/experiment.ts'

/**
 * The order of a paired experiment: every repeat runs all tasks in an order of its own, and the arm that goes first changes from pair to pair, so
 * that neither a drifting provider nor a warm prompt cache favours an arm. The same declaration gives the same order.
 */
export const planPairs = (
  { tasks, repeats, arms, seed }: Pick<Declaration, 'tasks' | 'repeats' | 'arms' | 'seed'>,
  taskTypes: ReadonlyMap<string, string | null> = new Map(),
): PlannedPair[] => {
  const names = arms.map(({ name }) => name)
  const shift = Math.floor(drawOf('first-arm', String(seed), '') * names.length)
  const pairs: PlannedPair[] = []
  for (let repeat = 1; repeat <= repeats; repeat++) {
    const order = tasks.toSorted((one, other) => placeOf(seed, repeat, one.id) - placeOf(seed, repeat, other.id))
    for (const { id } of order) {
      const ordinal = pairs.length + 1
      pairs.push({
        ordinal,
        task: id,
        taskType: taskTypes.get(id) ?? null,
        repeat,
        arms: rotate(names, ordinal + shift),
      })
    }
  }
  return pairs
}

const placeOf = (seed: number, repeat: number, task: string): number => drawOf('task-order', `${seed} ${repeat}`, task)

const rotate = <T>(items: readonly T[], by: number): T[] =>
  items.map((_, index) => items[(index + by) % items.length] as T)
