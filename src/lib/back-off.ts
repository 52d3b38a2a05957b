import { setTimeout as sleep } from 'node:timers/promises'

export interface BackOff {
  firstMs: number
  longestMs: number
}

/** How long to wait after this attempt, counted from 1: twice as long each time, up to the longest pause. */
export const pauseAfter = (attempt: number, { firstMs, longestMs }: BackOff): number =>
  Math.min(firstMs * 2 ** Math.min(Math.max(attempt - 1, 0), MOST_DOUBLINGS), longestMs)

/** More doublings would exceed every longest pause anyway. */
const MOST_DOUBLINGS = 20

/**
 * Counts attempts from 1 and waits between them. Ends when the signal aborts; the caller leaves the loop after
 * success.
 */
export async function* attempts(backOff: BackOff, signal?: AbortSignal): AsyncGenerator<number, void> {
  for (let attempt = 1; signal?.aborted !== true; attempt++) {
    yield attempt
    await sleep(pauseAfter(attempt, backOff), undefined, { signal }).catch(() => undefined)
  }
}

/** Repeats `work` while its error is temporary, with growing pauses, until `limitMs` is used up. */
export const retryWhile = async <T>(
  isPassing: (error: unknown) => boolean,
  work: () => Promise<T>,
  options: { limitMs?: number; backOff?: BackOff; signal?: AbortSignal },
): Promise<T> => {
  const { limitMs = Number.POSITIVE_INFINITY, backOff = { firstMs: 5, longestMs: 250 }, signal } = options
  const startedAt = performance.now()
  for (let attempt = 1; ; attempt++) {
    const pauseMs = pauseAfter(attempt, backOff)
    try {
      return await work()
    } catch (error) {
      if (!isPassing(error) || performance.now() - startedAt + pauseMs > limitMs) throw error
      await sleep(pauseMs, undefined, { signal }).catch(() => undefined)
    }
  }
}
