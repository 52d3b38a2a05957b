import * as v from 'valibot'
import { described } from '../described.ts'
import { Count, Time } from './words.ts'

/** How often hooks came too late to give anything. */
export const HookFigures = described(
  v.nullable(
    v.object({
      runs: described(Count, 'at the start of a session, at a message and after a compaction'),
      late: described(Count, 'of those, the ones that had no time left to give anything'),
      sessionsMissed: described(Count, 'sessions whose last run was late: their next message is the next try'),
      since: described(Time, 'the first of these runs; older ones are forgotten'),
    }),
  ),
  'how often hooks on this machine came too late; null: none has run yet',
)
