import { z } from 'zod'
import { Count } from '../../schema/listing/words.ts'

/** What a session that asks is told about a project. */
export const GivenLessons = z
  .object({
    project: z.string().describe('the path under which the sessions of the project count'),
    text: z.string().describe('the lines, with the sentence before them that says what they are; empty: nothing'),
    lessons: z.array(
      z.object({
        id: z.string().describe('as `warmstart lessons` lists it'),
        kind: z.string(),
        text: z.string().describe('the sentence of this lesson alone'),
      }),
    ),
    withheld: Count.describe('lessons that fit and are withheld from this session, to learn whether they help'),
    sessions: Count.describe('earlier sessions that the lessons come from'),
    drawn: z.boolean().describe('false: the session was not named, so that nothing was withheld by chance'),
    reason: z.string().nullable().describe('why there is no line; null: there is one'),
  })
  .describe('The lessons of a project, as a session is told them.')

export type GivenLessons = z.infer<typeof GivenLessons>
