import type { ChatClocks } from '../chat-session.ts'
import { dayBoundary } from '../../../lib/day-boundary.ts'
import type { ResetPolicy } from '../../config/reset-policy.ts'

/** Why a session is to be reset by itself. */
export type ResetReason = 'idle' | 'daily' | 'daily-and-idle'

/**
 * The one rule about automatic resets, asked on every way a message can come. A clock of the session that stands after `now` was
 * wrong, or `now` is: nothing is due. A `now` that jumped forward cannot be told from a long silence; such a reset is announced
 * and can be undone like any other.
 */
export const resetDue = (
  policy: ResetPolicy,
  clocks: Pick<ChatClocks, 'startedAt' | 'interactedAt'>,
  now: number,
  activity: 'active' | 'quiet',
): ResetReason | undefined => {
  if (policy.mode === 'none' || activity === 'active') return undefined
  const isIdle = policy.mode !== 'daily' && now - clocks.interactedAt > policy.idleMinutes * MINUTE_MS
  // Idle is asked first, because it costs nothing, and because it is the reason a person understands.
  if (isIdle && policy.mode !== 'daily-and-idle') return 'idle'
  if (policy.mode === 'idle' || (policy.mode === 'daily-and-idle' && !isIdle)) return undefined
  if (clocks.startedAt >= dayBoundary(now, policy)) return undefined
  return policy.mode === 'daily-and-idle' ? 'daily-and-idle' : 'daily'
}

const MINUTE_MS = 60_000
