import * as v from 'valibot'
import { described } from '../described.ts'
import { Finite } from './words.ts'

/** Templates in use that an experiment, or everyday use, found to hurt. */
export const HurtingTemplates = described(
  v.array(
    v.object({
      template: v.string(),
      experiment: described(
        v.nullable(v.string()),
        'name of the experiment; null: the ledger of everyday use found it',
      ),
      model: described(v.nullable(v.string()), 'null: several, or unknown'),
      effect: described(
        v.nullable(
          v.object({
            measure: v.string(),
            estimate: described(Finite, 'with it minus without it'),
            low: v.nullable(Finite),
            high: v.nullable(Finite),
            n: described(Finite, 'tasks or sessions'),
          }),
        ),
        'null: its trials are not in the store any more',
      ),
      command: described(v.string(), 'takes the template out of use; nothing does so by itself'),
    }),
  ),
  'templates in use that an experiment or everyday use found to hurt',
)

export type HurtingTemplates = v.InferOutput<typeof HurtingTemplates>
