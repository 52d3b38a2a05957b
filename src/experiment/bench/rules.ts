import { customerId, CUSTOMERS, driverId, type BenchCall, type WorldState } from './depot.ts'

/** Begins messages about a broken bench, never about a broken rule. */
export const BROKEN = 'the bench itself is broken'

export interface Breach {
  rule: string
  /** What the tool answers. */
  message: string
}

export interface HiddenRule {
  id: string
  /** What kind of knowledge it is. */
  kind: 'format' | 'unit' | 'lookup' | 'order' | 'field' | 'limit' | 'command' | 'place'
  tool: string
  /** For people; agents never see it. */
  says: string
  breaks(args: Record<string, unknown>, state: WorldState): boolean
  /** It names the argument, not the form that is wanted. */
  message: string | ((args: Record<string, unknown>) => string)
}

const isWhole = (value: unknown, low: number, high: number): boolean =>
  typeof value === 'number' && Number.isInteger(value) && value >= low && value <= high

const orderIn = (args: Record<string, unknown>, state: WorldState) =>
  state.orders.find(({ id }) => id === args['order'])

/** Calls in a row before the depot wants a pause. */
const MOST_IN_A_ROW = 7

/** What the descriptions of the tools do not tell. An agent finds it out by failing, or is told. */
export const HIDDEN_RULES: readonly HiddenRule[] = [
  {
    id: 'customer-id',
    kind: 'lookup',
    tool: 'create_order',
    says: 'customer is the number that find_customer gives in this session',
    breaks: ({ customer }, { known }) => typeof customer !== 'number' || !known.has(customer),
    message: 'Error: invalid customer',
  },
  {
    id: 'amount-cents',
    kind: 'unit',
    tool: 'create_order',
    says: 'amount is in whole cents',
    breaks: ({ amount }) => !isWhole(amount, 100, 10_000_000),
    message: 'Error: invalid amount',
  },
  {
    id: 'item-mode',
    kind: 'field',
    tool: 'add_item',
    says: 'an item needs mode: single or batch',
    breaks: ({ mode }) => mode !== 'single' && mode !== 'batch',
    message: 'Error: missing required field mode',
  },
  {
    id: 'date-number',
    kind: 'format',
    tool: 'book_pickup',
    says: 'date is a number of eight digits, 20260314',
    breaks: ({ date }) => !isWhole(date, 20_000_101, 20_991_231),
    message: 'Error: invalid date',
  },
  {
    id: 'time-number',
    kind: 'format',
    tool: 'book_pickup',
    says: 'time is a number of up to four digits, 1430',
    breaks: ({ time }) => !isWhole(time, 0, 2359),
    message: 'Error: invalid time',
  },
  {
    id: 'code-number',
    kind: 'format',
    tool: 'set_address',
    says: 'code is a number, not a text',
    breaks: ({ code }) => !isWhole(code, 1, 99_999),
    message: 'Error: invalid code',
  },
  {
    id: 'address-first',
    kind: 'order',
    tool: 'print_label',
    says: 'set_address comes before print_label',
    breaks: (args, state) => orderIn(args, state)?.address === null,
    message: 'Error: order is not complete',
  },
  {
    id: 'label-format',
    kind: 'format',
    tool: 'print_label',
    says: 'format is plain',
    breaks: ({ format }) => format !== 'plain',
    message: 'Error: unsupported format',
  },
  {
    id: 'driver-date',
    kind: 'format',
    tool: 'list_drivers',
    says: 'date is a number of eight digits here too',
    breaks: ({ date }) => !isWhole(date, 20_000_101, 20_991_231),
    message: 'Error: invalid date',
  },
  {
    id: 'driver-id',
    kind: 'lookup',
    tool: 'assign_driver',
    says: 'driver is the number that list_drivers gives for the date of the pickup',
    breaks: ({ driver, ...args }, state) => {
      const date = orderIn(args, state)?.pickup?.date
      return typeof driver !== 'number' || !state.known.has(driver) || (date !== undefined && driver !== driverId(date))
    },
    message: 'Error: invalid driver',
  },
  {
    id: 'calls-in-a-row',
    kind: 'limit',
    tool: '*',
    says: `after ${MOST_IN_A_ROW} calls the depot wants wait`,
    breaks: (_args, { inRow }) => inRow >= MOST_IN_A_ROW,
    message: 'Error: too many requests',
  },
  {
    id: 'test-command',
    kind: 'command',
    tool: 'Bash',
    says: 'tests run with just test; package.json has no script for them',
    breaks: ({ command }) => /^npm (?:test|run)/.test(String(command)),
    message: ({ command }) =>
      `npm error Missing script: "${String(command).split(' ').at(-1) ?? ''}"\nnpm error\nnpm error To see a list of scripts, run:\nnpm error   npm run`,
  },
  {
    id: 'settings-place',
    kind: 'place',
    tool: 'Bash',
    says: 'settings stand in settings/, not in config/',
    breaks: ({ command }) => /^cat (?!settings\/)/.test(String(command)),
    message: ({ command }) => `cat: ${String(command).slice('cat '.length)}: No such file or directory`,
  },
]

/** The first hidden rule that a call breaks. A call of an unknown tool, order or customer is answered like a breach. */
export const checkRules = ({ tool, args }: BenchCall, state: WorldState): Breach | undefined => {
  if (!TOOL_NAMES.has(tool)) return { rule: 'unknown-tool', message: `Error: unknown tool ${tool}` }
  for (const { id, tool: of, breaks, message } of HIDDEN_RULES)
    if (of === '*' ? tool !== 'wait' && tool !== 'Bash' && breaks(args, state) : of === tool && breaks(args, state))
      return { rule: id, message: typeof message === 'string' ? message : message(args) }
  return plainBreach({ tool, args }, state)
}

/** What every agent can know from the description of a tool. */
const plainBreach = ({ tool, args }: BenchCall, state: WorldState): Breach | undefined => {
  if (tool === 'find_customer' && !(CUSTOMERS as readonly unknown[]).includes(args['name']))
    return { rule: 'unknown-name', message: 'Error: no such name' }
  if (NEEDS_ORDER.has(tool) && orderIn(args, state) === undefined)
    return { rule: 'unknown-order', message: 'Error: no such order' }
  if (tool === 'create_order' && !CUSTOMERS.some((name) => customerId(name) === args['customer']))
    return { rule: 'unknown-customer', message: 'Error: no such customer' }
  return undefined
}

const NEEDS_ORDER = new Set(['add_item', 'set_address', 'book_pickup', 'assign_driver', 'print_label'])
const TOOL_NAMES = new Set([...NEEDS_ORDER, 'find_customer', 'create_order', 'list_drivers', 'wait', 'Bash'])
