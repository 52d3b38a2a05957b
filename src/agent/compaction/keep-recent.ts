import { isDue, makeCompaction } from './make-compaction.ts'
import type { CompactionStrategy } from './strategy.ts'
import { planTail } from './tail.ts'

/** Keeps the newest messages that fit. Asks no model and says nothing about what is gone. */
export const keepRecent: CompactionStrategy = {
  name: 'keep-recent',
  description: 'keeps the newest messages that fit; what was said before is gone from the conversation',
  compact: async (input) =>
    isDue(input) ? makeCompaction(input, planTail(input, input.budgetTokens), undefined) : undefined,
}
