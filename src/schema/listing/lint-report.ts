import { z } from 'zod'

/** What a history would be refused for. */
export const LintReport = z
  .object({
    format: z.string(),
    valid: z.boolean().describe('no problem that a provider refuses; warnings may be there'),
    problems: z.array(
      z.object({
        check: z.string().describe('L1 to L11 and its name, as in L1-pairing'),
        severity: z.enum(['error', 'warning']),
        message: z.string(),
        at: z.string().describe('place in the document, as in messages[3].tool_calls[0]'),
      }),
    ),
    tokens: z.int().nonnegative(),
  })
  .describe('Whether a provider would accept a history, and what stands against it.')

export type LintReport = z.infer<typeof LintReport>
