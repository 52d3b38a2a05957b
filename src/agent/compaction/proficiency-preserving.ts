import { isDue, makeCompaction } from './make-compaction.ts'
import type { CompactionStrategy } from './strategy.ts'
import { wrapSummary } from './summary-text.ts'
import { planTail } from './tail.ts'

/**
 * Keeps the newest messages, and from the others what they have taught: calls that worked, with their arguments;
 * errors and their recoveries; the user's rules. Rules find these, not a model, so it costs nothing and gives the same
 * result every time.
 */
export const proficiencyPreserving: CompactionStrategy = {
  name: 'proficiency-preserving',
  description: 'keeps the newest messages, and of the others calls that worked, recoveries and conventions of the user',
  compact: async (input) => {
    if (!isDue(input)) return undefined
    const maxTokens = digestTokens(input.budgetTokens)
    const plan = planTail(input, input.budgetTokens - maxTokens)
    const { digestOf } = await import('./digest.ts')
    const digest = digestOf(plan.retired, { previous: input.previousSummary, maxTokens })
    return makeCompaction(input, plan, digest === '' ? undefined : wrapSummary(digest))
  },
}

const SHARE = 0.25
const MAX_TOKENS = 6_000

/** The size limit of a digest within the budget. */
const digestTokens = (budgetTokens: number): number =>
  Math.min(MAX_TOKENS, Math.max(0, Math.floor(budgetTokens * SHARE)))
