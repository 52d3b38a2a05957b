import type { ChatClocks, ResetNotice } from '../chat-session-record.ts'
import type { ResetReason } from './reset-due.ts'
import type { ResetPolicy } from '../../config/reset-policy.ts'

/** The command that restores the earlier conversation. */
const UNDO_COMMAND = '/undo_reset'

/** The reason of this very reset, in words. */
export const reasonInWords = (
  reason: ResetReason,
  policy: ResetPolicy,
  { clocks, now }: { clocks: ChatClocks; now: number },
): string => {
  const silence = `nothing was written for ${duration(now - clocks.interactedAt)} (the limit is ${duration(policy.idleMinutes * MINUTE_MS)})`
  const day = `a new day began at ${policy.atHour}:00 (${policy.timeZone})`
  if (reason === 'idle') return silence
  return reason === 'daily' ? day : `${day}, and ${silence}`
}

/** Words the announcement of a reset: for the model, and for the person if they are to be told. */
export const resetNotice = (
  reset: Pick<ResetNotice, 'key' | 'reason' | 'at' | 'previousSession' | 'session' | 'hadActivity'>,
  { words, isTold, handover }: { words: string; isTold: boolean; handover: string | undefined },
): ResetNotice => ({
  ...reset,
  text: isTold
    ? `This chat began a new session: ${words}. The earlier conversation is kept: send ${UNDO_COMMAND} to have it back.`
    : undefined,
  note: [
    `[Note: this is a new session, because ${words}. You do not have the messages of the earlier one (${reset.previousSession}).`,
    `If the user refers to them, say so and mention ${UNDO_COMMAND}; do not guess what was said.]`,
    ...(handover === undefined ? [] : ['', handover]),
  ].join('\n'),
})

const MINUTE_MS = 60_000

/** `45 min`, `26 h`, `3 days`: as exact as a person needs. */
const duration = (ms: number): string => {
  const minutes = Math.floor(ms / MINUTE_MS)
  if (minutes < 120) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  return hours < 72 ? `${hours} h` : `${Math.floor(hours / 24)} days`
}
