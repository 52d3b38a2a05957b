import { z } from 'zod'
import { Time } from '../../schema/listing/words.ts'

export const SearchHit = z
  .object({
    session: z.string().describe("the agent's own id of the session"),
    source: z.string(),
    project: z.string().nullable(),
    title: z.string().nullable(),
    lastAt: Time.nullable(),
    matches: z
      .array(
        z.object({
          in: z.enum(['title', 'project', 'message', 'call']).describe('message: typed by a person'),
          tool: z.string().nullable().describe('of a call'),
          text: z.string().describe('an excerpt around the first word that was found'),
        }),
      )
      .describe('where words were found, at most three'),
  })
  .describe('A session that holds all the words of a search.')

export type SearchHit = z.infer<typeof SearchHit>
