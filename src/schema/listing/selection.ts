import { z } from 'zod'
import { Count } from './words.ts'

/** Which template a task is given, and why. */
export const Selection = z
  .object({
    template: z.string().nullable().describe('its name; null: nothing is given'),
    id: z.string().nullable(),
    version: Count.nullable(),
    hash: z.string().nullable(),
    score: z.number().nullable().describe('relevance of the best one, 1 is the floor; null: nothing to look at'),
    reason: z.string().describe('why this one, or why none'),
    arm: z.enum(['warm', 'cold']).nullable().describe('cold: held back so that there is something to compare with'),
    propensity: z
      .number()
      .nullable()
      .describe('with what probability this session got what it got; null: nothing was drawn or given'),
    withheld: z.string().nullable().describe('in the cold arm the template that would have been given'),
    experiment: z.string().nullable(),
    reward: z
      .enum(['reported-success', 'agent-errors-per-call', 'none-yet'])
      .nullable()
      .describe('what the choice rests on'),
    exposure: z.string().nullable().describe('its entry in the ledger; null: not written down'),
    candidates: z
      .array(
        z.object({
          template: z.string(),
          score: z.number(),
          propensity: z.number().nullable().describe('of being chosen; null: below the floor'),
          why: z.string(),
        }),
      )
      .describe('best first, at most 5'),
  })
  .describe('The template for a task, with the reason.')

export type Selection = z.infer<typeof Selection>
