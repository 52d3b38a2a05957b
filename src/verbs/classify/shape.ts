import { z } from 'zod'
import { Cause, Outcome, Rung } from '../../schema/listing/words.ts'

/** The verdict on a result that was handed in. */
export const Classified = z
  .object({
    outcome: Outcome,
    cause: Cause.nullable().describe('present exactly when the outcome is error'),
    rung: Rung.describe('which rung of the ladder decided'),
    rule: z.string().describe('the rule that decided; bad-input for a line that could not be read'),
    evidence: z.string().describe('the words it rests on, at most 200 characters, not redacted'),
    masked: z.boolean().describe('ended with 0 while its text shows a command that failed behind a pipe'),
  })
  .describe('One line of the standard output of `classify`.')

export type Classified = z.infer<typeof Classified>
