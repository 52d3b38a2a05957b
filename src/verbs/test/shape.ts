import { z } from 'zod'
import { Count } from '../../schema/listing/words.ts'

/** What the next session would see of a template. */
export const SeedPreview = z
  .object({
    template: z.object({ name: z.string(), version: Count, hash: z.string(), state: z.string() }),
    format: z.string(),
    form: z.enum(['history', 'text']),
    downgraded: z.string().nullable().describe('why a history became text; null: nothing had to'),
    parts: z
      .array(
        z.object({
          part: z.enum(['lessons', 'preface', 'tool-rates', 'recovery', 'workflow', 'pattern', 'message']),
          id: z.string().nullable().describe('of the pattern, workflow or recovery'),
          text: z.string().describe('in readable form, whatever the format'),
          tokens: Count,
        }),
      )
      .describe('in the order in which they are given'),
    tokens: Count.describe('of all parts in the format, labels, ids and roles included'),
    estimate: Count.describe('of the seed without the message, as `load` and its budget count'),
    document: z.string().describe('the bytes that `load` prints'),
  })
  .describe('A preview of a seed, with what it costs.')

export type SeedPreview = z.infer<typeof SeedPreview>
