import * as v from 'valibot'
import { described, describedObject } from '../described.ts'
import { Estimate, Rate, Reason } from './rate.ts'
import { Count, Finite } from './words.ts'

const Side = v.object({
  label: v.string(),
  sessions: Count,
  calls: Count,
  outcomes: v.object({ ok: Count, error: Count, unknown: Count }),
  errorRate: v.nullable(Rate),
  agentErrorRate: v.nullable(Rate),
  recoveryRate: v.nullable(Rate),
  callsPerSession: v.nullable(Finite),
  reason: Reason,
})

/** Two sessions, or two groups of sessions. */
export const Comparison = describedObject(
  'Two sessions or two groups of sessions compared. Observed, not assigned by chance: not causal.',
  {
    unit: v.picklist(['session', 'group']),
    warm: described(Side, 'the first argument'),
    cold: described(Side, 'the second argument'),
    improvement: described(v.nullable(Estimate), 'error rate of cold minus warm: positive means that warm is better'),
    agentImprovement: described(v.nullable(Estimate), 'the same for errors that the agent caused'),
    overlap: described(Count, 'sessions that are in both groups'),
    verdict: v.picklist(['helps', 'hurts', 'no-practical-difference', 'not-enough-data']),
    reason: Reason,
    note: v.string(),
  },
)

export type Comparison = v.InferOutput<typeof Comparison>
