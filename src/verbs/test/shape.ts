import * as v from 'valibot'
import { described, describedObject } from '../../schema/described.ts'
import { Count } from '../../schema/listing/words.ts'

export const SeedPreview = describedObject('A preview of a seed, with what it costs.', {
  template: v.object({ name: v.string(), version: Count, hash: v.string(), state: v.string() }),
  format: v.string(),
  form: v.picklist(['history', 'text']),
  downgraded: described(v.nullable(v.string()), 'why a history became text; null: nothing had to'),
  parts: described(
    v.array(
      v.object({
        part: v.picklist(['lessons', 'preface', 'tool-rates', 'recovery', 'workflow', 'pattern', 'message']),
        id: described(v.nullable(v.string()), 'of the pattern, workflow or recovery'),
        text: described(v.string(), 'in readable form, whatever the format'),
        tokens: Count,
      }),
    ),
    'in the order in which they are given',
  ),
  tokens: described(Count, 'of all parts in the format, labels, ids and roles included'),
  estimate: described(Count, 'of the seed without the message, as `load` and its budget count'),
  document: described(v.string(), 'the bytes that `load` prints'),
})

export type SeedPreview = v.InferOutput<typeof SeedPreview>
