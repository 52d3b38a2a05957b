import type { ChatClocks } from '../chat-session-record.ts'
import { dayBoundary } from '../../../lib/day-boundary.ts'
import type { ResetPolicy } from '../../config/reset-policy.ts'

/** Why a session is reset automatically. */
export type ResetReason = 'idle' | 'daily' | 'daily-and-idle'

/**
 * The only rule for automatic resets, used on every path that a message can take. If a clock of the session lies after
 * `now`, one of the two is wrong, and nothing is due. A `now` that jumped forward looks like a long silence; such a
 * reset is announced and can be undone like any other.
 */
export const resetDue = (
  policy: ResetPolicy,
  clocks: Pick<ChatClocks, 'startedAt' | 'interactedAt'>,
  now: number,
  activity: 'active' | 'quiet',
): ResetReason | undefined => {
  if (policy.mode === 'none' || activity === 'active') return undefined
  const isIdle = policy.mode !== 'daily' && now - clocks.interactedAt > policy.idleMinutes * MINUTE_MS
  // Idle is checked first because the check is cheap and people understand the reason.
  if (isIdle && policy.mode !== 'daily-and-idle') return 'idle'
  if (policy.mode === 'idle' || (policy.mode === 'daily-and-idle' && !isIdle)) return undefined
  if (clocks.startedAt >= dayBoundary(now, policy)) return undefined
  return policy.mode === 'daily-and-idle' ? 'daily-and-idle' : 'daily'
}

const MINUTE_MS = 60_000
