import { z } from 'zod'
import { Estimate, Rate, Reason } from './rate.ts'
import { Count } from './words.ts'

const Side = z.object({
  label: z.string(),
  sessions: Count,
  calls: Count,
  outcomes: z.object({ ok: Count, error: Count, unknown: Count }),
  errorRate: Rate.nullable(),
  agentErrorRate: Rate.nullable(),
  recoveryRate: Rate.nullable(),
  callsPerSession: z.number().nullable(),
  reason: Reason,
})

/** Two sessions, or two groups of sessions. */
export const Comparison = z
  .object({
    unit: z.enum(['session', 'group']),
    warm: Side.describe('the first argument'),
    cold: Side.describe('the second argument'),
    improvement: Estimate.nullable().describe('error rate of cold minus warm: positive means that warm is better'),
    agentImprovement: Estimate.nullable().describe('the same for errors that the agent caused'),
    overlap: Count.describe('sessions that are in both groups'),
    verdict: z.enum(['helps', 'hurts', 'no-practical-difference', 'not-enough-data']),
    reason: Reason,
    note: z.string(),
  })
  .describe('Two sessions or two groups of sessions compared. Observed, not assigned by chance: not causal.')

export type Comparison = z.infer<typeof Comparison>
