/** How many messages one person may send: so many at once, and then one every so often. */
export interface RateLimit {
  burst: number
  refillMs: number
}

/** More than a person types; a program that goes round in circles is stopped by it. */
export const DEFAULT_RATE_LIMIT: RateLimit = { burst: 20, refillMs: 3_000 }

export interface Limited {
  isLimited: boolean
  /** The first time in a row: worth a word. */
  isFirst: boolean
  /** When the next message may come; 0 where this one may. */
  waitMs: number
}

/**
 * One bucket of tokens per person. `elapsedMs` is a clock that only goes forward, so that setting the machine's clock neither
 * blocks a person nor lets a flood in.
 */
export const createRateLimiter = (
  { burst, refillMs }: RateLimit,
  elapsedMs: () => number,
): ((person: string) => Limited) => {
  const buckets = new Map<string, { tokens: number; at: number; isTold: boolean }>()
  return (person) => {
    const now = elapsedMs()
    const bucket = buckets.get(person) ?? { tokens: burst, at: now, isTold: false }
    bucket.tokens = Math.min(burst, bucket.tokens + (now - bucket.at) / refillMs)
    bucket.at = now
    // The one who was used longest ago is forgotten first; a full bucket is what a new one is.
    buckets.delete(person)
    buckets.set(person, bucket)
    if (buckets.size > MOST_PEOPLE) buckets.delete(buckets.keys().next().value ?? '')
    if (bucket.tokens >= 1) {
      bucket.tokens--
      if (bucket.tokens >= burst / 2) bucket.isTold = false
      return { isLimited: false, isFirst: false, waitMs: 0 }
    }
    const isFirst = !bucket.isTold
    bucket.isTold = true
    return { isLimited: true, isFirst, waitMs: Math.ceil((1 - bucket.tokens) * refillMs) }
  }
}

/** Remembered at once. */
const MOST_PEOPLE = 100_000
