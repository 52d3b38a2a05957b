import type { Signature } from '../../../schema/listing/history-profile.ts'

/** The text in place of a recovery share that does not apply. */
export const NOT_COUNTED = 'not counted'

/** Whether a session can recover from this error: a user's refusal is final, and an expected failure was the answer. */
export const isCounted = (cause: Signature['cause']): boolean => cause === 'agent' || cause === 'environment'
