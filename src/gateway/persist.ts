import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Writes down what has happened, again and again while the store is away: what has been sent cannot be taken back, so forgetting it
 * would mean to send it twice. Gives up when the signal comes, with what went wrong last.
 */
export const persist = async <T>(work: () => Promise<T>, { signal }: { signal: AbortSignal }): Promise<T> => {
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    try {
      return await work()
    } catch (error) {
      if (signal.aborted) throw error
      await sleep(pauseMs, undefined, { signal }).catch(() => undefined)
    }
  }
}

const FIRST_PAUSE_MS = 50
const LONGEST_PAUSE_MS = 5_000
