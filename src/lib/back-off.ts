import { setTimeout as sleep } from 'node:timers/promises'

/** Repeats `work` while its error is of the passing kind, with growing pauses, until `limitMs` is used up. */
export const retryWhile = async <T>(
  isPassing: (error: unknown) => boolean,
  work: () => Promise<T>,
  options: { limitMs: number; firstPauseMs?: number; longestPauseMs?: number },
): Promise<T> => {
  const { limitMs, firstPauseMs = 5, longestPauseMs = 250 } = options
  const startedAt = performance.now()
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    try {
      return await work()
    } catch (error) {
      if (!isPassing(error) || performance.now() - startedAt + pauseMs > limitMs) throw error
      await sleep(pauseMs)
    }
  }
}
