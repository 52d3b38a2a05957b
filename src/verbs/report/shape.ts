import { z } from 'zod'

/** A report that was written. */
export const WrittenReport = z
  .object({
    path: z.string().describe('the file that was written'),
    session: z.string().nullable().describe('the session that is shown call by call; null where none fits'),
    headline: z.array(z.string()).describe('what it comes to, in a few lines'),
  })
  .describe('A report that was written.')
