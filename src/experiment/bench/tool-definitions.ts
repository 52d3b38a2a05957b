/** A tool as chat completions describe it to a model. The hidden rules are not in it. */
export interface ToolDefinition {
  type: 'function'
  function: { name: string; description: string; parameters: object }
}

const text = { type: 'string' }
const whole = { type: 'integer' }
/** The form is a hidden rule, so the schema takes both. */
const any = { oneOf: [whole, { type: 'string', maxLength: 20 }] }

const define = (name: string, description: string, properties: Record<string, object>): ToolDefinition => ({
  type: 'function',
  function: { name, description, parameters: { type: 'object', properties, required: Object.keys(properties) } },
})

/** The ten tools of the bench. */
export const TOOL_DEFINITIONS: readonly ToolDefinition[] = [
  define('find_customer', 'Looks a customer up by name.', { name: text }),
  define('create_order', 'Creates an order of a customer over an amount.', { customer: any, amount: any }),
  define('add_item', 'Adds an item to an order.', {
    order: whole,
    item: { enum: ['lamp', 'chair', 'shelf', 'kettle', 'mirror', 'clock'] },
    count: whole,
    mode: { enum: ['default', 'single'] },
  }),
  define('set_address', 'Sets the postal code that an order goes to.', { order: whole, code: any }),
  define('book_pickup', 'Books the pickup of an order.', { order: whole, date: any, time: any }),
  define('list_drivers', 'Lists the drivers who work on a date.', { date: any }),
  define('assign_driver', 'Assigns a driver to an order.', { order: whole, driver: any }),
  define('print_label', 'Prints the label of an order.', {
    order: whole,
    format: { enum: ['json', 'plain'] },
  }),
  define('wait', 'Waits.', { seconds: whole }),
  define('Bash', 'Runs a command in the repository.', { command: text }),
]

/** The definition of one tool. */
export const toolNamed = (name: string): ToolDefinition => {
  const found = TOOL_DEFINITIONS.find(({ function: { name: each } }) => each === name)
  if (found === undefined) throw new RangeError(`no tool of the bench is called ${name}`)
  return found
}
