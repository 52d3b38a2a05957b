/** How many messages one person may send: `burst` at once, then one every `refillMs`. */
export interface RateLimit {
  burst: number
  refillMs: number
}

/** More than a person types, and few enough to stop a program that runs in circles. */
export const DEFAULT_RATE_LIMIT: RateLimit = { burst: 20, refillMs: 3_000 }

export interface Limited {
  isLimited: boolean
  /** Whether this is the first refusal in a row, so that the person is told once. */
  isFirst: boolean
  /** Milliseconds until the next message is accepted; 0 if this one is. */
  waitMs: number
}

/**
 * Keeps one token bucket per person. `elapsedMs` is a clock that only goes forward, so setting the machine's clock
 * neither blocks a person nor lets a flood in.
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
    // The person who wrote longest ago is forgotten first: their bucket is full again, like a new one.
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

/** How many people are remembered at once. */
const MOST_PEOPLE = 100_000
