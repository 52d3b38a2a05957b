import type { Into } from './conversation.ts'
import type { Rules, View } from './view.ts'
import type { Seed } from './seed.ts'

/** How a seed is given: as a history of calls, or as one block of text. */
export type Form = 'history' | 'text'

/** What one kind of session takes, and how a history of that kind is read when it is examined. */
export interface Format {
  name: string
  /** What it is for, in a few words. */
  purpose: string
  /** JSON documents are printed as JSON, others as they are. */
  output: 'json' | 'text'
  /** Every format has a text form, which is the way out when a history would be refused. */
  compile: { text: Compile; history?: Compile }
  takesMessage: boolean
  takesConversation: boolean
  /** Never throws: what cannot be read is a problem of the view. */
  read(value: unknown): View
  rules: Rules
}

/** Same seed, same place, same value, down to the order of its fields. */
type Compile = (seed: Seed, into: Into) => unknown
