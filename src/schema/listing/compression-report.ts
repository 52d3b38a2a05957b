import { z } from 'zod'
import { Estimate, Rate, Reason } from './rate.ts'
import { Count, Time } from './words.ts'

const Before = Rate.nullable().describe('error rate of up to 20 calls before')
const After = Rate.nullable().describe('error rate of up to 20 calls after')

/** Whether compaction cost the agent anything. */
export const CompressionReport = z
  .object({
    session: z.string().nullable().describe('null: all history'),
    hasCompression: z.boolean(),
    events: z.array(
      z.object({
        session: z.string(),
        continuedIn: z.string().nullable().describe('the child session, where compression ends one'),
        source: z.string(),
        kind: z.string().describe('as the agent calls it; compression for a session continued in a child session'),
        at: Time.nullable(),
        afterCall: Count.describe('calls of the conversation before it'),
        before: Before,
        after: After,
        reason: Reason,
        rereads: z.object({ before: Count, after: Count }).describe('files read that had been read before'),
        repeatedErrors: Count.describe('errors after it that had been recovered from before it'),
      }),
    ),
    before: Rate.nullable(),
    after: Rate.nullable(),
    control: z
      .object({
        points: Count.describe(
          'places without compaction in sessions of the same source: the same position, else as late as there is',
        ),
        before: Rate.nullable(),
        after: Rate.nullable(),
        difference: Estimate.nullable().describe('after minus before where nothing was compacted'),
        reason: Reason,
      })
      .nullable(),
    change: Estimate.nullable().describe('after minus before at the compactions'),
    difference: Estimate.nullable().describe(
      'difference in differences: the change at compactions minus the change at control points; positive is worse',
    ),
    rereads: z.object({ before: Rate.nullable(), after: Rate.nullable(), reason: Reason }).describe('share of reads'),
    repeatedErrors: z.object({ count: Count, rate: Rate.nullable(), reason: Reason }).describe('of the errors after'),
    tolerance: z.number().positive(),
    excess: Estimate.nullable().describe('error rate after, minus tolerance times the rate before; n counts sessions'),
    preserved: z.boolean().nullable(),
    verdict: z.enum(['preserved', 'lost', 'not-enough-data']),
    reason: Reason,
    note: z.string().describe('what it means and what it does not, in plain words'),
  })
  .describe('Does compaction lose proficiency?')

export type CompressionReport = z.infer<typeof CompressionReport>
