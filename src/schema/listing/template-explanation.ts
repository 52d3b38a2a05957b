import * as v from 'valibot'
import { described, describedObject } from '../described.ts'
import { Count } from './words.ts'

/** The walk back from a seed, or a template, to the lines of the files it rests on. */
export const TemplateExplanation = describedObject('What a template, or one piece of it, rests on.', {
  template: v.object({
    name: v.string(),
    version: Count,
    hash: v.string(),
    state: v.string(),
    how: v.string(),
    madeBy: v.string(),
  }),
  alsoIn: described(v.array(v.string()), 'other templates that hold the piece asked for, as NAME@VERSION'),
  pieces: v.array(
    v.object({
      id: v.string(),
      seedId: described(v.nullable(v.string()), 'id of its call in a seed; null: it is only ever told in words'),
      what: v.picklist(['pattern', 'workflow', 'recovery', 'convention']),
      says: described(v.string(), 'what it shows, on one line'),
      support: Count,
      evidence: v.array(
        v.object({
          call: described(v.nullable(v.string()), 'id of the call, as `explain` takes it; null: words of the user'),
          session: v.string(),
          file: v.nullable(v.string()),
          line: v.nullable(Count),
          outcome: v.nullable(v.string()),
          rule: v.nullable(v.string()),
        }),
      ),
    }),
  ),
})

export type TemplateExplanation = v.InferOutput<typeof TemplateExplanation>
