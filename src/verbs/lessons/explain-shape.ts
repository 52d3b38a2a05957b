import { z } from 'zod'
import { Cause, Count, Outcome, Time } from '../../schema/listing/words.ts'
import { LessonListing } from './shape.ts'

const LessonCallEvidence = z.object({
  call: z.string().describe('id of the call, as `explain` takes it'),
  session: z.string().nullable().describe('null, as all that follows: the call is no longer in the store'),
  agent: z.string().nullable().describe('the agent that wrote the session'),
  at: Time.nullable(),
  tool: z.string().nullable(),
  subject: z.string().nullable().describe('the command or path of the call'),
  outcome: Outcome.nullable(),
  cause: Cause.nullable(),
  masked: z.boolean().nullable().describe('it failed, and its exit code said that it worked'),
  rule: z.string().nullable().describe('the rule that decided the outcome'),
  excerpt: z.string().nullable().describe('the telling line of its result, redacted, at most 200 characters'),
  file: z.string().nullable(),
  line: Count.nullable(),
  resultLine: Count.nullable(),
  fileState: z.enum(['ok', 'missing', 'unreadable']).nullable().describe('missing: the file is gone, its facts stay'),
})
export type LessonCallEvidence = z.infer<typeof LessonCallEvidence>

const LessonSaidEvidence = z.object({
  session: z.string(),
  at: Time.nullable().describe('when the session began'),
  file: z.string().nullable().describe('null: the session is no longer in the store'),
  line: Count,
})
export type LessonSaidEvidence = z.infer<typeof LessonSaidEvidence>

/** The walk back from a lesson to the lines of the files it rests on. */
export const LessonExplanation = z
  .object({
    lesson: LessonListing,
    mistakes: z.array(LessonCallEvidence).describe('calls that made the mistake, at most 20, newest first'),
    remedies: z.array(LessonCallEvidence).describe('calls that then worked, at most 20'),
    said: z.array(LessonSaidEvidence).describe('for a rule: where a person said it'),
  })
  .describe('What a lesson rests on: the calls on both sides, back to file and line.')
export type LessonExplanation = z.infer<typeof LessonExplanation>
