import { messageOf } from '../../../lib/error.ts'
import type { SendOutcome } from '../../platform.ts'

/**
 * Tells from a send's error whether the message arrived. If Telegram refused it, or no connection was made, it did
 * not. After any other error it is unknown.
 */
export const outcomeOfError = (error: unknown): Exclude<SendOutcome, { outcome: 'sent' }> => {
  const [name, reason] = [error instanceof Error ? error.name : '', messageOf(error)]
  switch (name) {
    case 'AdapterRateLimitError':
      return { outcome: 'refused', reason, retryAfterMs: secondsIn(error) * 1000 }
    // Refused and not rejected: the owner may still enter the right token.
    case 'AuthenticationError':
      return { outcome: 'refused', reason, retryAfterMs: 60_000 }
    case 'PermissionError':
    case 'ResourceNotFoundError':
    case 'ValidationError':
      return { outcome: 'rejected', reason }
    default:
      // "... (status 502, error 502)" is an answer of the API, which says that it did not send the message.
      return neverConnected(error) || /\(status \d+, error \d+\)$/.test(reason)
        ? { outcome: 'refused', reason }
        : { outcome: 'unknown', reason }
  }
}

const secondsIn = (error: unknown): number => {
  const seconds = (error as { retryAfter?: unknown }).retryAfter
  return typeof seconds === 'number' && Number.isFinite(seconds) ? Math.max(seconds, 0) : 1
}

const BEFORE_CONNECTED = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENETUNREACH',
  'EHOSTUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]
const DEEPEST_CAUSE = 5

/** Looks for the system's error code anywhere in the chain of causes. */
const neverConnected = (error: unknown): boolean => {
  let current: unknown = error
  for (let depth = 0; depth < DEEPEST_CAUSE && current instanceof Error; depth++) {
    if ('code' in current && BEFORE_CONNECTED.includes(String(current.code))) return true
    // The adapter keeps the error that it caught as `originalError`.
    current = 'originalError' in current ? current.originalError : current.cause
  }
  return false
}
