/** What happened in a session that it was given something. */
export type DeliveryEvent = 'session-start' | 'prompt' | 'compaction' | 'failed-call'

/** A hint after a failed call comes from any template, so it says nothing about the template that the session was given. */
export const HINT: DeliveryEvent = 'failed-call'

/** The same dose once more: no further use. */
export const AGAIN: DeliveryEvent = 'compaction'

/** The one dose of a session. */
export const FIRST_DOSES: readonly DeliveryEvent[] = ['session-start', 'prompt']

/** Ways that hand a template to a session itself. The others print it or write a file, and whether a session read it is unknown. */
export const REACHES: readonly string[] = ['hook', 'mcp', 'agent']
