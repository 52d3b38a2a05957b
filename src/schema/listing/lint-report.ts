import * as v from 'valibot'
import { described, describedObject } from '../described.ts'
import { Count } from './words.ts'

/** What a history would be refused for. */
export const LintReport = describedObject('Whether a provider would accept a history, and what stands against it.', {
  format: v.string(),
  valid: described(v.boolean(), 'no problem that a provider refuses; warnings may be there'),
  problems: v.array(
    v.object({
      check: described(v.string(), 'L1 to L11 and its name, as in L1-pairing'),
      severity: v.picklist(['error', 'warning']),
      message: v.string(),
      at: described(v.string(), 'place in the document, as in messages[3].tool_calls[0]'),
    }),
  ),
  tokens: Count,
})

export type LintReport = v.InferOutput<typeof LintReport>
