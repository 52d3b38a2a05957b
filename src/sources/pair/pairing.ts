import { type Assembly, type Facts, noFacts } from './assembly.ts'
import { type AssemblyMemory, readMemory } from './assembly-memory.ts'
import { createMessageUsages } from './message-usages.ts'
import { type OpenCall, toFact } from './open-call.ts'

/** What pairing the events of one file works on: what it remembers between runs, and what has come together since the last hand-over. */
export interface Pairing extends AssemblyMemory {
  readonly assembly: Assembly
  /** Calls that have a result, of which a later line may still say how they ended. */
  closed: Map<string, OpenCall>
  usages: ReturnType<typeof createMessageUsages>
  facts: Facts
}

export const createPairing = (assembly: Assembly, saved?: unknown): Pairing => ({
  ...readMemory(assembly, saved),
  assembly,
  closed: new Map(),
  usages: createMessageUsages(assembly),
  facts: noFacts(),
})

/** Calls judged by their text alone that a later event may still speak of; kept in memory only, so few and small. */
export const GUESSES = 32
export const GUESS_CHARS = 100_000

/** A later word changed a call that was handed out, or is about to be. */
export const replaceFact = ({ facts, assembly }: Pairing, call: OpenCall): void => {
  const fact = toFact(call, assembly.rank)
  const index = facts.calls.findLastIndex((one) => one.id === call.id)
  if (index < 0) facts.calls.push(fact)
  else facts.calls[index] = fact
}

/** The conversation that an event belongs to, and its call. */
interface Whereabouts {
  session: string
  agent?: string | undefined
  callId?: string | undefined
}

/** Where a call waits for its result. Calls without an id wait under their conversation; the latest one gets the result. */
export const openKey = ({ session, callId, agent }: Whereabouts): string =>
  callId === undefined ? `${session}\u0001?${agent ?? ''}#` : `${session}\u0001=${callId}`

export const conversationKey = ({ session, agent }: Whereabouts): string => `${session}\u0001${agent ?? ''}`
