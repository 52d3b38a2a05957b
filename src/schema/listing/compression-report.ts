import * as v from 'valibot'
import { described, describedObject } from '../described.ts'
import { Estimate, Rate, Reason } from './rate.ts'
import { Count, Time } from './words.ts'

const Before = described(v.nullable(Rate), 'error rate of up to 20 calls before')
const After = described(v.nullable(Rate), 'error rate of up to 20 calls after')

/** Whether compaction cost the agent anything. */
export const CompressionReport = describedObject('Does compaction lose proficiency?', {
  session: described(v.nullable(v.string()), 'null: all history'),
  hasCompression: v.boolean(),
  events: v.array(
    v.object({
      session: v.string(),
      continuedIn: described(v.nullable(v.string()), 'the child session, where compression ends one'),
      source: v.string(),
      kind: described(v.string(), 'as the agent calls it; compression for a session continued in a child session'),
      at: v.nullable(Time),
      afterCall: described(Count, 'calls of the conversation before it'),
      before: Before,
      after: After,
      reason: Reason,
      rereads: described(v.object({ before: Count, after: Count }), 'files read that had been read before'),
      repeatedErrors: described(Count, 'errors after it that had been recovered from before it'),
    }),
  ),
  before: v.nullable(Rate),
  after: v.nullable(Rate),
  control: v.nullable(
    v.object({
      points: described(
        Count,
        'places without compaction in sessions of the same source: the same position, else as late as there is',
      ),
      before: v.nullable(Rate),
      after: v.nullable(Rate),
      difference: described(v.nullable(Estimate), 'after minus before where nothing was compacted'),
      reason: Reason,
    }),
  ),
  change: described(v.nullable(Estimate), 'after minus before at the compactions'),
  difference: described(
    v.nullable(Estimate),
    'difference in differences: the change at compactions minus the change at control points; positive is worse',
  ),
  rereads: described(v.object({ before: v.nullable(Rate), after: v.nullable(Rate), reason: Reason }), 'share of reads'),
  repeatedErrors: described(v.object({ count: Count, rate: v.nullable(Rate), reason: Reason }), 'of the errors after'),
  tolerance: v.pipe(v.number(), v.finite(), v.gtValue(0)),
  excess: described(v.nullable(Estimate), 'error rate after, minus tolerance times the rate before; n counts sessions'),
  preserved: v.nullable(v.boolean()),
  verdict: v.picklist(['preserved', 'lost', 'not-enough-data']),
  reason: Reason,
  note: described(v.string(), 'what it means and what it does not, in plain words'),
})

export type CompressionReport = v.InferOutput<typeof CompressionReport>
