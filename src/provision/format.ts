import type { Into } from './conversation.ts'
import type { Rules, View } from './view.ts'
import type { Seed } from './seed.ts'

/** How a seed is given: as a history of calls or as one block of text. */
export type Form = 'history' | 'text'

/** How one kind of session takes a seed, and how lint reads a history of that kind. */
export interface Format {
  name: string
  /** What the format is for, in a few words. */
  purpose: string
  /** How the result is printed: as JSON or unchanged. */
  output: 'json' | 'text'
  /** Every format has a text form, the fallback if its provider would refuse a history. */
  compile: { text: Compile; history?: Compile }
  takesMessage: boolean
  takesConversation: boolean
  /** Never throws: what cannot be read becomes a problem of the view. */
  read(value: unknown): View
  rules: Rules
}

/** The same seed and place give the same value, down to the order of its fields. */
type Compile = (seed: Seed, into: Into) => unknown
