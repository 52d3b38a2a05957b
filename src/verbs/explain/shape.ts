import * as v from 'valibot'
import { described, describedObject } from '../../schema/described.ts'
import { CallListing } from '../../schema/listing/call-listing.ts'
import { Cause, Count, Outcome, AnyRecord, Rung } from '../../schema/listing/words.ts'

const Excerpt = v.object({
  head: v.string(),
  tail: described(v.string(), 'empty when the head holds all'),
  chars: described(Count, 'length of the whole text'),
})

export const Explanation = describedObject('What an outcome rests on, back to file and line.', {
  call: CallListing,
  judged: describedObject("what the rules said; differs from the call's outcome only where a person overruled it", {
    outcome: Outcome,
    cause: v.nullable(Cause),
    rung: Rung,
    rule: v.string(),
    evidence: v.string(),
    madeBy: described(v.string(), 'version of the rules, as in judge@1'),
  }),
  input: describedObject('all that the rules had to go by and that was kept: texts are cut and redacted', {
    arguments: v.nullable(Excerpt),
    result: described(v.nullable(Excerpt), 'null: there is no result'),
    fields: described(AnyRecord, 'flag, exit code, status and fields, where recorded'),
  }),
  intent: described(v.string(), 'what the model said right before the call, redacted, at most 200 characters'),
  origin: v.object({
    file: v.string(),
    line: Count,
    resultLine: v.nullable(Count),
    fileState: described(v.picklist(['ok', 'missing', 'unreadable']), 'missing: the file is gone, its facts stay'),
  }),
  copies: described(
    v.array(v.object({ session: v.string(), file: v.string(), line: Count })),
    'where resumed or forked sessions repeat the call',
  ),
})

export type Explanation = v.InferOutput<typeof Explanation>
