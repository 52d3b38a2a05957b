import { createRandom, type Random } from '../../sample/random.ts'
import { CUSTOMERS, customerId, driverId, type WorldState } from './depot.ts'

export interface OrderGoal {
  kind: 'order'
  name: string
  /** In whole units of money, with two decimals. */
  amount: number
  items: { item: string; count: number }[]
  address: number | null
  pickup: { year: number; month: number; day: number; hour: number; minute: number } | null
  withDriver: boolean
  withLabel: boolean
}

interface RepositoryGoal {
  kind: 'repository'
  work: 'test' | 'settings'
}

/** A generated task: what a person would say, what must be true afterwards, and how many calls an agent may make. */
export interface BenchTask {
  id: string
  prompt: string
  goal: OrderGoal | RepositoryGoal
  mostCalls: number
}

const ITEMS = ['lamp', 'chair', 'shelf', 'kettle', 'mirror', 'clock'] as const
/** Share of tasks that are about the repository. */
const REPOSITORY_SHARE = 0.2
/** Any agent may make one call more than an agent that knows every rule needs, and this share of the needed calls on top. */
const SPARE_SHARE = 0.6

/** The same seed and number give the same task. Numbers below 1,000,000 of two phases never share a task. */
export const generateTask = (seed: number, number: number, phase: 'history' | 'trial' = 'trial'): BenchTask => {
  const random = createRandom(seed * 7919 + number * 104_729 + (phase === 'history' ? 15_485_863 : 0))
  const goal = random.chance(REPOSITORY_SHARE) ? repositoryGoal(random) : orderGoal(random)
  const id = `${phase}-${number}`
  return { id, prompt: promptOf(goal), goal, mostCalls: callsAllowed(goal) }
}

const repositoryGoal = (random: Random): RepositoryGoal => ({
  kind: 'repository',
  work: random.chance(0.5) ? 'test' : 'settings',
})

const orderGoal = (random: Random): OrderGoal => {
  const pickup = random.chance(0.6)
    ? {
        year: 2026,
        month: random.between(1, 12),
        day: random.between(1, 28),
        hour: random.between(8, 18),
        minute: random.pick([0, 15, 30, 45]),
      }
    : null
  return {
    kind: 'order',
    name: random.pick(CUSTOMERS),
    amount: random.between(500, 90_000) / 100,
    items: Array.from({ length: random.between(1, 2) }, () => ({
      item: random.pick(ITEMS),
      count: random.between(1, 9),
    })),
    address: random.chance(0.7) ? random.between(10_000, 99_999) : null,
    pickup,
    withDriver: pickup !== null && random.chance(0.5),
    withLabel: random.chance(0.4),
  }
}

/** A label needs an address: the task then names one, whether or not it had one before. */
export const addressOf = ({ address, withLabel, amount }: OrderGoal): number | null =>
  address ?? (withLabel ? 10_000 + (Math.round(amount * 100) % 89_999) : null)

const two = (value: number): string => String(value).padStart(2, '0')

const promptOf = (goal: BenchTask['goal']): string => {
  if (goal.kind === 'repository')
    return goal.work === 'test' ? 'Run the tests of this repository.' : 'Show me the settings in app.toml.'
  const { name, amount, items, pickup, withDriver, withLabel } = goal
  const address = addressOf(goal)
  return [
    `Create an order for ${name} over ${amount.toFixed(2)} EUR`,
    ` with ${items.map(({ item, count }) => `${count} x ${item}`).join(' and ')}.`,
    ...(address === null ? [] : [` Deliver to postal code ${address}.`]),
    ...(pickup === null
      ? []
      : [
          ` Book the pickup for ${pickup.year}-${two(pickup.month)}-${two(pickup.day)} at ${pickup.hour}:${two(pickup.minute)}.`,
        ]),
    ...(withDriver ? [' Assign a driver who works on that date.'] : []),
    ...(withLabel ? [' Print the label.'] : []),
  ].join('')
}

const callsAllowed = (goal: BenchTask['goal']): number => {
  const needed = callsNeeded(goal)
  return needed + 1 + Math.floor(needed * SPARE_SHARE)
}

const callsNeeded = (goal: BenchTask['goal']): number => {
  if (goal.kind === 'repository') return 1
  const { items, pickup, withDriver, withLabel } = goal
  const calls =
    2 +
    items.length +
    (addressOf(goal) === null ? 0 : 1) +
    (pickup === null ? 0 : 1) +
    (withDriver ? 2 : 0) +
    (withLabel ? 1 : 0)
  return calls > 7 ? calls + 1 : calls
}

/** Whether the world is as the task wants it. */
export const isDone = ({ goal }: BenchTask, state: WorldState): boolean => {
  if (goal.kind === 'repository') {
    const wanted = goal.work === 'test' ? 'just test' : 'cat settings/app.toml'
    return state.commands.includes(wanted)
  }
  const order = state.orders.at(-1)
  if (order === undefined) return false
  const { pickup } = goal
  const date = pickup === null ? null : pickup.year * 10_000 + pickup.month * 100 + pickup.day
  return (
    order.customer === customerId(goal.name) &&
    order.amount === Math.round(goal.amount * 100) &&
    JSON.stringify(order.items) === JSON.stringify(goal.items) &&
    order.address === addressOf(goal) &&
    (order.pickup?.date ?? null) === date &&
    (pickup === null || order.pickup?.time === pickup.hour * 100 + pickup.minute) &&
    (!goal.withDriver || (date !== null && order.driver === driverId(date))) &&
    order.isPrinted === goal.withLabel
  )
}
