import { pauseAfter } from '../../lib/back-off.ts'
import type { Failure } from './failure.ts'

const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 30_000
/** If a server asks for a longer wait, we give up: the person should know instead of wonder. */
const LONGEST_ASKED_WAIT_MS = 120_000

/**
 * How long to wait after attempt `attempt` (from 1), or `tooLongMs` if the server asks for more than we wait. Never
 * less than the server asked for; otherwise the wait doubles each time, half of it random, so that many clients that
 * failed together do not come back together.
 */
export const retryWait = (
  failure: Failure,
  attempt: number,
  { random, now }: { random: () => number; now: () => number },
): { waitMs: number } | { tooLongMs: number } => {
  const asked = askedWaitMs(failure, now())
  if (asked !== undefined && asked > LONGEST_ASKED_WAIT_MS) return { tooLongMs: asked }
  const full = pauseAfter(attempt, { firstMs: FIRST_WAIT_MS, longestMs: LONGEST_WAIT_MS })
  const own = Math.round(full / 2 + (full / 2) * random())
  return { waitMs: asked === undefined ? own : Math.max(asked, 0) + Math.round(FIRST_WAIT_MS * random()) }
}

const askedWaitMs = ({ retryAfter, retryAfterMs }: Failure, now: number): number | undefined => {
  if (retryAfterMs !== undefined && /^\d{1,12}(\.\d{1,6})?$/.test(retryAfterMs)) return Math.ceil(Number(retryAfterMs))
  if (retryAfter === undefined) return undefined
  if (/^\d{1,12}(\.\d{1,6})?$/.test(retryAfter)) return Math.ceil(Number(retryAfter) * 1000)
  const at = Date.parse(retryAfter)
  return Number.isNaN(at) ? undefined : Math.max(0, at - now)
}
