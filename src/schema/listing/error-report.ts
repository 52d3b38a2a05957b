import { z } from 'zod'

/** What a command that fails says on standard error when it was asked for JSON. */
export const ErrorReport = z
  .object({
    error: z.object({
      code: z.string().describe('stable; docs/exit-codes.md says which exit code belongs to it'),
      message: z.string(),
      hint: z.string().nullable().describe('what to do about it'),
    }),
  })
  .describe('What a command that fails prints on standard error with --json.')
