import * as v from 'valibot'
import { described, describedObject } from '../../schema/described.ts'
import { Cause, Outcome, Rung } from '../../schema/listing/words.ts'

/** The verdict on a result that another program passed in. */
export const Classified = describedObject('One line of the standard output of `classify`.', {
  outcome: Outcome,
  cause: described(v.nullable(Cause), 'present exactly when the outcome is error'),
  rung: described(Rung, 'which rung of the ladder decided'),
  rule: described(v.string(), 'the rule that decided; bad-input for a line that could not be read'),
  evidence: described(v.string(), 'the words it rests on, at most 200 characters, not redacted'),
  masked: described(v.boolean(), 'ended with 0 while its text shows a command that failed behind a pipe'),
})

export type Classified = v.InferOutput<typeof Classified>
