import { keepRecent } from './keep-recent.ts'
import { proficiencyPreserving } from './proficiency-preserving.ts'
import type { CompactionStrategy } from './strategy.ts'
import { structuredSummary } from './structured-summary.ts'

/** All compaction strategies; one test suite runs over them. */
export const STRATEGIES: readonly CompactionStrategy[] = [proficiencyPreserving, structuredSummary, keepRecent]

/** Needs no model and keeps what makes a long session better than a new one. */
export const DEFAULT_STRATEGY = proficiencyPreserving.name
