import * as v from 'valibot'
import { described, describedObject } from '../../schema/described.ts'
import { Count } from '../../schema/listing/words.ts'

export const RedactionReport = describedObject('A text as it would stand in a template, and what was replaced in it.', {
  text: described(v.string(), 'the text with placeholders such as <SECRET:aws-key#1>'),
  found: described(
    v.array(
      v.object({
        kind: described(v.string(), 'as the placeholder names it, or home-path, user-name, host-name'),
        count: Count,
      }),
    ),
    'how often each kind was replaced; empty: nothing was found',
  ),
})

export type RedactionReport = v.InferOutput<typeof RedactionReport>
