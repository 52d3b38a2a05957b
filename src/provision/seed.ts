import type { Template } from '../schema/listing/template.ts'

/**
 * What a template becomes for one new session, before it takes a provider's form. Texts are redacted and the order is
 * final.
 */
export interface Seed {
  template: { name: string; description: string; hash: string }
  /** The lessons about the project, with their preface; empty if there are none. They come first. */
  lessons: string
  addendum: string
  conventions: string[]
  /** How the user talks, in words; empty if nothing is known. */
  style: string
  preferredTools: string[]
  /** The best exchange is last, because the example nearest to the real message weighs most. */
  exchanges: Exchange[]
  recoveries: SeedRecovery[]
  toolRates: Template['toolRates']
  tokens: number
}

/** An intent, its calls, and their results. */
export interface Exchange {
  from: 'pattern' | 'workflow'
  id: string
  intent: string
  calls: SeedCall[]
  tokens: number
}

interface SeedCall {
  /** Begins with SEED_ID_PREFIX. */
  id: string
  tool: string
  arguments: Record<string, unknown>
  result: string
}

export interface SeedRecovery {
  id: string
  tool: string
  signature: string
  strategy: string
  failed: Record<string, unknown>
  workedTool: string
  worked: Record<string, unknown>
  tokens: number
}

/** The model's last words in a history seed, so that the real message is not taken for a part of the examples. */
export const CLOSING = 'End of the examples from earlier sessions. What follows is this session.'
