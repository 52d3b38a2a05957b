import { z } from 'zod'

export const ChatImported = z
  .object({
    path: z.string(),
    taken: z.array(z.object({ key: z.string(), id: z.string(), displayName: z.string(), messages: z.number().int() })),
    present: z.array(z.string()).describe('keys of chats that were here before and were left as they are'),
    skipped: z.array(z.object({ key: z.string(), where: z.string(), reason: z.string() })),
    settings: z
      .record(z.string(), z.unknown())
      .describe('a `gateway` section for warmstart.config.json that says what their configuration said'),
    writtenTo: z.string().nullable().describe('the file that was made of the settings; null: none was'),
    remarks: z.array(z.string()).describe('what of their configuration was left out, and why'),
  })
  .describe('What was taken over from another gateway.')

export type ChatImported = z.infer<typeof ChatImported>
