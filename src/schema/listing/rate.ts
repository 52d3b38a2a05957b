import * as v from 'valibot'
import { described, describedObject } from '../described.ts'
import { Finite, Positive, Share } from './words.ts'

/** A share with its interval. */
export const Rate = describedObject('a share with its 95 % interval', {
  rate: Share,
  low: described(Share, 'lower end of the 95 % interval'),
  high: described(Share, 'upper end of the 95 % interval'),
  n: described(Positive, 'calls (or whatever is counted) it rests on'),
})

/** A difference with its interval. */
export const Estimate = describedObject('a difference with its 95 % interval', {
  estimate: Finite,
  low: described(Finite, 'lower end of the 95 % interval'),
  high: described(Finite, 'upper end of the 95 % interval'),
  n: described(Positive, 'sessions (or calls, inside one session) it rests on'),
})

/** Instead of a rate, where under half of the outcomes are known. */
export const Bounds = describedObject(
  'where the share of errors lies; stands in place of a rate where under half of the outcomes are known',
  {
    atLeast: described(Share, 'known errors of all calls'),
    atMost: described(Share, 'known errors and unknown outcomes of all calls'),
    agentAtLeast: described(Share, 'known errors that the agent caused, of all calls'),
    unknown: described(Share, 'calls whose outcome cannot be told, of all calls'),
  },
)

export type Bounds = v.InferOutput<typeof Bounds>

export const Reason = v.optional(
  described(v.string(), 'present when a figure beside it is null: why it cannot be given'),
)
