/** A call of a tool of the bench, as an agent makes it. */
export interface BenchCall {
  tool: string
  args: Record<string, unknown>
}

/** What a tool answers. Its text is all that an agent learns of it. */
export interface BenchAnswer {
  text: string
  ok: boolean
  /** The hidden rule that the call broke; for the bench's own books, agents do not see it. */
  broke: string | null
}

export interface Order {
  id: number
  customer: number
  amount: number
  items: { item: string; count: number }[]
  address: number | null
  pickup: { date: number; time: number } | null
  driver: number | null
  isPrinted: boolean
}

/** Everything that the tools of one trial read and change. A new trial begins with a new one. */
export interface WorldState {
  orders: Order[]
  /** Ids that this session has looked up: customers by name, drivers by date. */
  known: Set<number>
  /** Calls since the last pause, for the limit of calls in a row. */
  inRow: number
  commands: string[]
}

/** Customers and drivers of the depot. Their ids cannot be guessed from their names. */
export const CUSTOMERS = ['Ada Ferris', 'Ben Okoro', 'Cleo Marsh', 'Dan Petrov', 'Eve Lindqvist', 'Finn Osei'] as const
export const customerId = (name: string): number => 4000 + (CUSTOMERS as readonly string[]).indexOf(name) * 137 + 11
export const driverId = (date: number): number => 700 + (date % 89)
