import * as v from 'valibot'
import { described, describedObject } from '../described.ts'
import { Count, Finite } from './words.ts'

/** Which template a task is given, and why. */
export const Selection = describedObject('The template for a task, with the reason.', {
  template: described(v.nullable(v.string()), 'its name; null: nothing is given'),
  id: v.nullable(v.string()),
  version: v.nullable(Count),
  hash: v.nullable(v.string()),
  score: described(v.nullable(Finite), 'relevance of the best one, 1 is the floor; null: nothing to look at'),
  reason: described(v.string(), 'why this one, or why none'),
  arm: described(
    v.nullable(v.picklist(['warm', 'cold'])),
    'cold: held back so that there is something to compare with',
  ),
  propensity: described(
    v.nullable(Finite),
    'with what probability this session got what it got; null: nothing was drawn or given',
  ),
  withheld: described(v.nullable(v.string()), 'in the cold arm the template that would have been given'),
  experiment: v.nullable(v.string()),
  reward: described(
    v.nullable(v.picklist(['reported-success', 'agent-errors-per-call', 'none-yet'])),
    'what the choice rests on',
  ),
  exposure: described(v.nullable(v.string()), 'its entry in the ledger; null: not written down'),
  candidates: described(
    v.array(
      v.object({
        template: v.string(),
        score: Finite,
        propensity: described(v.nullable(Finite), 'of being chosen; null: below the floor'),
        why: v.string(),
      }),
    ),
    'best first, at most 5',
  ),
})

export type Selection = v.InferOutput<typeof Selection>
