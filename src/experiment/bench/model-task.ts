import { createRandom } from '../../sample/random.ts'
import { driverId, type Order, type WorldState } from './depot.ts'
import { generateTask, isDone } from './task.ts'
import { emptyState } from './world.ts'

/** A task as a model behind an address is asked to do it. */
export interface ModelTask {
  id: string
  kind: string
  prompt: string
  /** The only tool, which must be called; undefined: all ten. */
  tool: string | undefined
  mostCalls: number
  start(): WorldState
  isDone(state: WorldState): boolean
}

const KINDS = ['label', 'item', 'drivers', 'address'] as const
const ITEMS = ['lamp', 'chair', 'shelf', 'kettle', 'mirror', 'clock'] as const

/** A task of the depot that takes several calls and any of the ten tools. */
export const wholeTask = (seed: number, number: number): ModelTask => {
  for (let at = number * PER_TASK; ; at++) {
    const task = generateTask(seed, at)
    if (task.goal.kind !== 'order') continue
    const { id, prompt, mostCalls } = task
    return {
      id,
      kind: 'order',
      prompt,
      tool: undefined,
      mostCalls,
      start: emptyState,
      isDone: (state) => isDone(task, state),
    }
  }
}

/** Numbers that one task may look through: the generator does not give this many tasks of the repository in a row. */
const PER_TASK = 20

/**
 * A task that one right call ends, within the reach of a model of a hundred million parameters. The same seed and number give the same
 * task; kinds take turns.
 */
export const oneCallTask = (seed: number, number: number): ModelTask => {
  const random = createRandom(seed * 7919 + number * 104_729 + 49_979_687)
  const kind = KINDS[number % KINDS.length] ?? 'label'
  const order = random.between(1001, 9999)
  const count = random.between(2, 9)
  const item = random.pick(ITEMS)
  const [month, day] = [random.between(1, 12), random.between(1, 28)]
  const id = `trial-${kind}-${number}`
  const start = (): WorldState => ({ ...emptyState(), orders: [emptyOrder(order)] })
  const base = { id, kind, mostCalls: 1, start }
  const orderIn = ({ orders }: WorldState): Order | undefined => orders.find((each) => each.id === order)
  if (kind === 'label') {
    const prompt = `Print the label of order ${order}.`
    return { ...base, prompt, tool: 'print_label', isDone: (state) => orderIn(state)?.isPrinted === true }
  }
  if (kind === 'item') {
    const wanted = JSON.stringify([{ item, count }])
    const prompt = `Add ${count} of the item ${item} to order ${order}.`
    return { ...base, prompt, tool: 'add_item', isDone: (state) => JSON.stringify(orderIn(state)?.items) === wanted }
  }
  if (kind === 'address') {
    const code = random.between(11_000, 99_999)
    const prompt = `Set the address of order ${order} to postal code ${code}.`
    return { ...base, prompt, tool: 'set_address', isDone: (state) => orderIn(state)?.address === code }
  }
  const two = (value: number): string => String(value).padStart(2, '0')
  const date = 20_260_000 + month * 100 + day
  return {
    ...base,
    prompt: `Which drivers work on 2026-${two(month)}-${two(day)}?`,
    tool: 'list_drivers',
    isDone: ({ known }) => known.has(driverId(date)),
  }
}

const emptyOrder = (id: number): Order => ({
  id,
  customer: 4011,
  amount: 1000,
  items: [],
  // An address is there, so that printing needs one call.
  address: 10_115,
  pickup: null,
  driver: null,
  isPrinted: false,
})
