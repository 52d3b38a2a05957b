import { retryWhile } from '../lib/back-off.ts'

/**
 * Repeats a write until the store accepts it. A sent message cannot be taken back, so forgetting it would mean sending
 * it twice. On the signal it gives up and throws the last error.
 */
export const persist = <T>(work: () => Promise<T>, { signal }: { signal: AbortSignal }): Promise<T> =>
  retryWhile(() => !signal.aborted, work, { backOff: BACK_OFF, signal })

const BACK_OFF = { firstMs: 50, longestMs: 5_000 }
