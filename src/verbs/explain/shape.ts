import { z } from 'zod'
import { CallListing } from '../../schema/listing/call-listing.ts'
import { Cause, Count, Outcome, Rung } from '../../schema/listing/words.ts'

const Excerpt = z.object({
  head: z.string(),
  tail: z.string().describe('empty when the head holds all'),
  chars: Count.describe('length of the whole text'),
})

/** The walk back from a verdict to the line of the file it rests on. */
export const Explanation = z
  .object({
    call: CallListing,
    judged: z
      .object({
        outcome: Outcome,
        cause: Cause.nullable(),
        rung: Rung,
        rule: z.string(),
        evidence: z.string(),
        madeBy: z.string().describe('version of the rules, as in judge@1'),
      })
      .describe("what the rules said; differs from the call's outcome only where a person overruled it"),
    input: z
      .object({
        arguments: Excerpt.nullable(),
        result: Excerpt.nullable().describe('null: there is no result'),
        fields: z.record(z.string(), z.unknown()).describe('flag, exit code, status and fields, where recorded'),
      })
      .describe('all that the rules had to go by and that was kept: texts are cut and redacted'),
    intent: z.string().describe('what the model said right before the call, redacted, at most 200 characters'),
    origin: z.object({
      file: z.string(),
      line: Count,
      resultLine: Count.nullable(),
      fileState: z.enum(['ok', 'missing', 'unreadable']).describe('missing: the file is gone, its facts stay'),
    }),
    copies: z
      .array(z.object({ session: z.string(), file: z.string(), line: Count }))
      .describe('where resumed or forked sessions repeat the call'),
  })
  .describe('What an outcome rests on, back to file and line.')

export type Explanation = z.infer<typeof Explanation>
