import * as v from 'valibot'
import { described } from '../described.ts'

/** Templates in use that an experiment found to hurt. */
export const HurtingTemplates = described(
  v.array(
    v.object({
      template: v.string(),
      experiment: described(v.string(), 'name of the experiment'),
      model: described(v.nullable(v.string()), 'null: several, or unknown'),
      command: described(v.string(), 'takes the template out of use; nothing does so by itself'),
    }),
  ),
  'templates in use that an experiment found to hurt',
)

export type HurtingTemplates = v.InferOutput<typeof HurtingTemplates>
