import type { Signature } from '../../../schema/listing/history-profile.ts'

/** What stands in place of a share of recoveries where none is meant. */
export const NOT_COUNTED = 'not counted'

/** True of errors that can be recovered from: a user's word is final, and an expected failure was the answer. */
export const isCounted = (cause: Signature['cause']): boolean => cause === 'agent' || cause === 'environment'
