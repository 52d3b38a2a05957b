import { z } from 'zod'

export const ChatExported = z
  .object({
    directory: z.string(),
    files: z.array(z.object({ key: z.string(), id: z.string(), path: z.string(), messages: z.number().int() })),
  })
  .describe('Transcripts that were written, one file a session, readable by their owner alone.')

export type ChatExported = z.infer<typeof ChatExported>
