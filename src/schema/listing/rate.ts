import { z } from 'zod'

/** A share with its interval. */
export const Rate = z
  .object({
    rate: z.number().min(0).max(1),
    low: z.number().min(0).max(1).describe('lower end of the 95 % interval'),
    high: z.number().min(0).max(1).describe('upper end of the 95 % interval'),
    n: z.int().positive().describe('calls (or whatever is counted) it rests on'),
  })
  .describe('a share with its 95 % interval')

/** A difference with its interval. */
export const Estimate = z
  .object({
    estimate: z.number(),
    low: z.number().describe('lower end of the 95 % interval'),
    high: z.number().describe('upper end of the 95 % interval'),
    n: z.int().positive().describe('sessions (or calls, inside one session) it rests on'),
  })
  .describe('a difference with its 95 % interval')

/** Instead of a rate, where under half of the outcomes are known. */
export const Bounds = z
  .object({
    atLeast: z.number().min(0).max(1).describe('known errors of all calls'),
    atMost: z.number().min(0).max(1).describe('known errors and unknown outcomes of all calls'),
    agentAtLeast: z.number().min(0).max(1).describe('known errors that the agent caused, of all calls'),
    unknown: z.number().min(0).max(1).describe('calls whose outcome cannot be told, of all calls'),
  })
  .describe('where the share of errors lies; stands in place of a rate where under half of the outcomes are known')

export type Bounds = z.infer<typeof Bounds>

export const Reason = z.string().describe('present when a figure beside it is null: why it cannot be given').optional()
