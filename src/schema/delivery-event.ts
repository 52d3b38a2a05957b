/** What happened in a session that it was given something. */
export type DeliveryEvent = 'session-start' | 'prompt' | 'compaction' | 'failed-call'

/** A hint after a failed call comes from any template, so it says nothing of the one that the session was given. */
export const HINT: DeliveryEvent = 'failed-call'

/** The same dose once more: no further use. */
export const AGAIN: DeliveryEvent = 'compaction'
