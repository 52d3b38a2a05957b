import * as v from 'valibot'
import { described, describedObject } from '../../schema/described.ts'
import { Cause, Count, Outcome, Time } from '../../schema/listing/words.ts'
import { LessonListing } from './shape.ts'

const LessonCallEvidence = v.object({
  call: described(v.string(), 'id of the call, as `explain` takes it'),
  session: described(v.nullable(v.string()), 'null, as all that follows: the call is no longer in the store'),
  agent: described(v.nullable(v.string()), 'the agent that wrote the session'),
  at: v.nullable(Time),
  tool: v.nullable(v.string()),
  subject: described(v.nullable(v.string()), 'the command or path of the call'),
  outcome: v.nullable(Outcome),
  cause: v.nullable(Cause),
  masked: described(v.nullable(v.boolean()), 'it failed, and its exit code said that it worked'),
  rule: described(v.nullable(v.string()), 'the rule that decided the outcome'),
  excerpt: described(v.nullable(v.string()), 'the telling line of its result, redacted, at most 200 characters'),
  file: v.nullable(v.string()),
  line: v.nullable(Count),
  resultLine: v.nullable(Count),
  fileState: described(
    v.nullable(v.picklist(['ok', 'missing', 'unreadable'])),
    'missing: the file is gone, its facts stay',
  ),
})
export type LessonCallEvidence = v.InferOutput<typeof LessonCallEvidence>

const LessonSaidEvidence = v.object({
  session: v.string(),
  at: described(v.nullable(Time), 'when the session began'),
  file: described(v.nullable(v.string()), 'null: the session is no longer in the store'),
  line: Count,
})
export type LessonSaidEvidence = v.InferOutput<typeof LessonSaidEvidence>

export const LessonExplanation = describedObject(
  'What a lesson rests on: the calls on both sides, back to file and line.',
  {
    lesson: LessonListing,
    mistakes: described(v.array(LessonCallEvidence), 'calls that made the mistake, at most 20, newest first'),
    remedies: described(v.array(LessonCallEvidence), 'calls that then worked, at most 20'),
    said: described(v.array(LessonSaidEvidence), 'for a rule: where a person said it'),
  },
)
export type LessonExplanation = v.InferOutput<typeof LessonExplanation>
