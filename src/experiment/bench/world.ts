import { type BenchAnswer, type BenchCall, customerId, driverId, type Order, type WorldState } from './depot.ts'
import { BROKEN, type Breach, checkRules } from './rules.ts'

export interface World {
  call(call: BenchCall): BenchAnswer
  state: WorldState
}

/** A fresh world: no order, nothing looked up. The same calls give the same answers. */
export const createWorld = (state: WorldState = emptyState()): World => ({
  state,
  call: (call) => {
    const breach = checkRules(call, state)
    if (breach !== undefined) return refused(breach)
    return { text: perform(call, state), ok: true, broke: null }
  },
})

export const emptyState = (): WorldState => ({ orders: [], known: new Set(), inRow: 0, commands: [] })

const refused = ({ rule, message }: Breach): BenchAnswer => ({ text: message, ok: false, broke: rule })

const perform = ({ tool, args }: BenchCall, state: WorldState): string => {
  const handler = HANDLERS[tool]
  if (handler === undefined) throw new RangeError(`${BROKEN}: no tool ${tool}`)
  state.inRow = tool === 'wait' ? 0 : state.inRow + 1
  return handler(args, state)
}

const orderOf = (args: Record<string, unknown>, state: WorldState): Order => {
  const order = state.orders.find(({ id }) => id === args['order'])
  if (order === undefined) throw new RangeError(`${BROKEN}: no order`)
  return order
}

const answer = (value: object): string => JSON.stringify(value)

const HANDLERS: Record<string, (args: Record<string, unknown>, state: WorldState) => string> = {
  find_customer: ({ name }, state) => {
    const id = customerId(String(name))
    state.known.add(id)
    return answer({ customer: id, status: 'active' })
  },
  create_order: ({ customer, amount }, state) => {
    const id = 9000 + state.orders.length + 1
    state.orders.push({
      id,
      customer: Number(customer),
      amount: Number(amount),
      items: [],
      address: null,
      pickup: null,
      driver: null,
      isPrinted: false,
    })
    return answer({ order: id, status: 'open' })
  },
  add_item: (args, state) => {
    const { item, count } = args
    orderOf(args, state).items.push({ item: String(item), count: Number(count) })
    return answer({ status: 'open' })
  },
  set_address: (args, state) => {
    orderOf(args, state).address = Number(args['code'])
    return answer({ status: 'open' })
  },
  book_pickup: (args, state) => {
    orderOf(args, state).pickup = { date: Number(args['date']), time: Number(args['time']) }
    return answer({ status: 'open' })
  },
  list_drivers: ({ date }, state) => {
    const id = driverId(Number(date))
    state.known.add(id)
    return answer({ driver: id, status: 'available' })
  },
  assign_driver: (args, state) => {
    orderOf(args, state).driver = Number(args['driver'])
    return answer({ status: 'open' })
  },
  print_label: (args, state) => {
    orderOf(args, state).isPrinted = true
    return answer({ status: 'completed' })
  },
  wait: () => answer({ status: 'done' }),
  Bash: ({ command }, state) => {
    state.commands.push(String(command))
    return String(command).startsWith('cat ') ? '[shop]\ncurrency = "EUR"\nlimit = 40' : 'ok 14 tests, 0 failed'
  },
}
