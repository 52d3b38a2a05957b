import { z } from 'zod'
import { Count, Time } from './words.ts'

/** How often hooks came too late to give anything. */
export const HookFigures = z
  .object({
    runs: Count.describe('at the start of a session, at a message and after a compaction'),
    late: Count.describe('of those, the ones that had no time left to give anything'),
    sessionsMissed: Count.describe('sessions whose last run was late: their next message is the next try'),
    since: Time.describe('the first of these runs; older ones are forgotten'),
  })
  .nullable()
  .describe('how often hooks on this machine came too late; null: none has run yet')
