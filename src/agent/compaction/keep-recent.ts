import { isDue, makeCompaction } from './make-compaction.ts'
import type { CompactionStrategy } from './strategy.ts'
import { planTail } from './tail.ts'

/** Keeps the newest messages that fit. It asks no model and leaves no summary of the rest. */
export const keepRecent: CompactionStrategy = {
  name: 'keep-recent',
  description: 'keeps the newest messages that fit; what was said before is gone from the conversation',
  compact: async (input) =>
    isDue(input) ? makeCompaction(input, planTail(input, input.budgetTokens), undefined) : undefined,
}
