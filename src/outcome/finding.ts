import type { Cause, Outcome } from '../schema/outcome.ts'

/** What one rung has to say. The ladder adds the rung's name and, for an error without one, the cause. */
export interface Finding {
  outcome: Outcome
  rule: string
  evidence: string
  cause?: Cause
}

/** Enough to recognise a message by, little enough to store a million times. */
export const MAX_EVIDENCE_CHARS = 200

export const ok = (rule: string, evidence = ''): Finding => ({ outcome: 'ok', rule, evidence })

export const failed = (rule: string, evidence: string, cause?: Cause): Finding =>
  cause === undefined ? { outcome: 'error', rule, evidence } : { outcome: 'error', rule, evidence, cause }

export const undecided = (rule: string, evidence = ''): Finding => ({ outcome: 'unknown', rule, evidence })
