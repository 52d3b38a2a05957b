import { customerId, driverId } from './depot.ts'
import { addressOf, type BenchTask, type OrderGoal } from './task.ts'

/** One way to write a value. Which of them a tool wants is a hidden rule. */
export interface Candidate {
  value: unknown
  /** The value has to be looked up by this call first. */
  lookup?: { tool: string; args: Record<string, Field> }
}

/** An argument with the ways to write it, the most natural first. `undefined` as a value: it is left out. */
export interface Field {
  candidates: readonly Candidate[]
}

export interface Step {
  tool: string
  fields: Record<string, Field>
}

/** How an agent that knows the descriptions of the tools, and none of the hidden rules, would go about a task. */
export const planTask = ({ goal }: BenchTask): Step[] => {
  if (goal.kind === 'repository')
    return [{ tool: 'Bash', fields: { command: { candidates: COMMANDS[goal.work].map((value) => ({ value })) } } }]
  return planOrder(goal)
}

const COMMANDS = {
  test: ['npm test', 'npm run test:unit', 'just test'],
  settings: ['cat config/app.toml', 'cat app.toml', 'cat settings/app.toml'],
}

const fixed = (value: unknown): Field => ({ candidates: [{ value }] })
const either = (...values: unknown[]): Field => ({ candidates: values.map((value) => ({ value })) })
const two = (value: number): string => String(value).padStart(2, '0')

/** Orders of one session are numbered, and this agent makes one. */
const ORDER = fixed(9001)

const planOrder = (goal: OrderGoal): Step[] => {
  const { name, amount, items, pickup, withDriver, withLabel } = goal
  const address = addressOf(goal)
  const steps: Step[] = [
    {
      tool: 'create_order',
      fields: {
        customer: {
          candidates: [
            { value: name },
            { value: customerId(name), lookup: { tool: 'find_customer', args: { name: fixed(name) } } },
          ],
        },
        amount: either(amount.toFixed(2), `${amount.toFixed(2)} EUR`, Math.round(amount * 100)),
      },
    },
    ...items.map(({ item, count }) => ({
      tool: 'add_item',
      fields: { order: ORDER, item: fixed(item), count: fixed(count), mode: either(undefined, 'single') },
    })),
  ]
  if (withLabel) steps.push({ tool: 'print_label', fields: { order: ORDER, format: either('pdf', 'png', 'plain') } })
  if (address !== null)
    steps.push({ tool: 'set_address', fields: { order: ORDER, code: either(String(address), address) } })
  if (pickup !== null) steps.push(...planPickup(pickup, withDriver))
  return steps
}

const planPickup = (pickup: NonNullable<OrderGoal['pickup']>, withDriver: boolean): Step[] => {
  const { year, month, day, hour, minute } = pickup
  const number = year * 10_000 + month * 100 + day
  const date = either(`${year}-${two(month)}-${two(day)}`, `${two(day)}.${two(month)}.${year}`, number)
  const time = either(`${two(hour)}:${two(minute)}`, hour * 100 + minute)
  const book: Step = { tool: 'book_pickup', fields: { order: ORDER, date, time } }
  if (!withDriver) return [book]
  const driver: Field = {
    candidates: [{ value: 'any' }, { value: driverId(number), lookup: { tool: 'list_drivers', args: { date } } }],
  }
  return [book, { tool: 'assign_driver', fields: { order: ORDER, driver } }]
}
