import type { CompactionStrategy } from './strategy.ts'

/** Every way to make a conversation shorter. */
export const STRATEGIES: readonly CompactionStrategy[] = []

export const DEFAULT_STRATEGY = 'proficiency-preserving'
