import * as v from 'valibot'
import { described, describedObject } from '../../schema/described.ts'
import { Finite } from '../../schema/listing/words.ts'

/** One call and its result, as another program passes them in. */
export const ClassifyInput = describedObject('One line of the standard input of `classify`.', {
  tool: described(v.string(), 'name of the tool, as the agent calls it'),
  arguments: described(v.optional(v.unknown()), 'parsed arguments, or the raw text where they are not JSON'),
  result: described(
    v.optional(v.string()),
    'what the model got to see; absent: no result. A value that is not a text is judged as its JSON',
  ),
  isError: described(v.optional(v.boolean()), "the format's own flag; one that says no error is only a last resort"),
  exitCode: v.optional(Finite),
})

export type ClassifyInput = v.InferOutput<typeof ClassifyInput>
