import { pauseAfter } from '../../lib/back-off.ts'
import type { SendOutcome } from '../platform.ts'

/** The next step after an attempt to send. */
export type AfterSend =
  | { next: 'sent'; id: string | undefined }
  | { next: 'retry'; inMs: number; note: string }
  | { next: 'unsure'; note: string }
  | { next: 'save'; note: string }

/**
 * A sent message is done. A message that certainly did not arrive is retried for a day with growing pauses and then
 * saved to a file. A message that may have arrived is repeated only if the platform recognises repeats.
 */
export const afterSend = (
  outcome: SendOutcome,
  { attempts, ageMs, hasIdempotencyKeys }: { attempts: number; ageMs: number; hasIdempotencyKeys: boolean },
): AfterSend => {
  if (outcome.outcome === 'sent') return { next: 'sent', id: outcome.id }
  const note = outcome.reason.slice(0, LONGEST_NOTE_CHARS)
  if (outcome.outcome === 'rejected') return { next: 'save', note }
  if (outcome.outcome === 'unknown' && !hasIdempotencyKeys) return { next: 'unsure', note }
  // Both conditions must hold: a clock that was set forward must not make a message of a minute ago an old one.
  if (ageMs > GIVE_UP_MS && attempts >= LEAST_ATTEMPTS) return { next: 'save', note }
  const asked = outcome.outcome === 'refused' ? (outcome.retryAfterMs ?? 0) : 0
  const inMs = Math.min(Math.max(asked, pauseAfter(attempts, BACK_OFF)), LONGEST_WAIT_MS)
  return { next: 'retry', inMs, note }
}

const LONGEST_NOTE_CHARS = 300
const BACK_OFF = { firstMs: 1_000, longestMs: 5 * 60_000 }
/** The longest pause, even if the platform asks for a longer one. */
const LONGEST_WAIT_MS = 60 * 60_000
const GIVE_UP_MS = 24 * 60 * 60_000
const LEAST_ATTEMPTS = 20
