import * as v from 'valibot'
import { described, describedObject } from '../../schema/described.ts'
import { Count } from '../../schema/listing/words.ts'

export const GivenLessons = describedObject('The lessons of a project, as a session is told them.', {
  project: described(v.string(), 'the path under which the sessions of the project count'),
  text: described(v.string(), 'the lines, with the sentence before them that says what they are; empty: nothing'),
  lessons: v.array(
    v.object({
      id: described(v.string(), 'as `warmstart lessons` lists it'),
      kind: v.string(),
      text: described(v.string(), 'the sentence of this lesson alone'),
    }),
  ),
  withheld: described(Count, 'lessons that fit and are withheld from this session, to learn whether they help'),
  sessions: described(Count, 'earlier sessions that the lessons come from'),
  drawn: described(v.boolean(), 'false: the session was not named, so that nothing was withheld by chance'),
  reason: described(v.nullable(v.string()), 'why there is no line; null: there is one'),
})

export type GivenLessons = v.InferOutput<typeof GivenLessons>
