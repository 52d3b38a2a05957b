import * as v from 'valibot'
import { described, describedObject } from '../../schema/described.ts'
import { Time } from '../../schema/listing/words.ts'

export const SearchHit = describedObject('A session that holds all the words of a search.', {
  session: described(v.string(), "the agent's own id of the session"),
  source: v.string(),
  project: v.nullable(v.string()),
  title: v.nullable(v.string()),
  lastAt: v.nullable(Time),
  matches: described(
    v.array(
      v.object({
        in: described(v.picklist(['title', 'project', 'message', 'call']), 'message: typed by a person'),
        tool: described(v.nullable(v.string()), 'of a call'),
        text: described(v.string(), 'an excerpt around the first word that was found'),
      }),
    ),
    'where words were found, at most three',
  ),
})

export type SearchHit = v.InferOutput<typeof SearchHit>
