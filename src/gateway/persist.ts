import { retryWhile } from '../lib/back-off.ts'

/**
 * Writes down what has happened, again and again while the store is away: what has been sent cannot be taken back, so forgetting it
 * would mean to send it twice. Gives up when the signal comes, with what went wrong last.
 */
export const persist = <T>(work: () => Promise<T>, { signal }: { signal: AbortSignal }): Promise<T> =>
  retryWhile(() => !signal.aborted, work, { backOff: BACK_OFF, signal })

const BACK_OFF = { firstMs: 50, longestMs: 5_000 }
