import type { Estimate } from './estimate.ts'

/** An interval that may be looked at after every outcome, and stopped at any time, for any reason. */
export interface ConfidenceSequence {
  /** An outcome in [0, 1]: 0 or 1, or a share. */
  add: (x: number) => void
  /** Covers the mean at all times together with probability 95 %; [0, 1] before the first outcome. */
  interval: () => Estimate
}

export interface SequenceOptions {
  confidence?: number
  /** Candidate means; the interval is rounded outwards to this grid. */
  resolution?: number
}

/**
 * Time-uniform interval for the mean of bounded outcomes by betting (Waudby-Smith and Ramdas 2024, hedged capital): for every
 * candidate mean two gamblers bet against it, one that outcomes lie above, one below. Who multiplies his capital by
 * 2 / alpha has refuted the candidate, and under the true mean that happens with probability alpha at most, ever.
 */
export const createConfidenceSequence = (options: SequenceOptions = {}): ConfidenceSequence => {
  const { confidence = 0.95, resolution = 1000 } = options
  const limit = 2 / (1 - confidence)
  const above = new Float64Array(resolution + 1).fill(1)
  const below = new Float64Array(resolution + 1).fill(1)
  const bets = createBets(1 - confidence)
  // Capital above falls and capital below rises with the candidate, so what is left is one interval.
  let [first, last] = [0, resolution]
  const add = (x: number): void => {
    const outcome = Math.min(Math.max(x, 0), 1)
    const stake = bets.stake()
    for (let index = first; index <= last; index++) {
      const mean = index / resolution
      const surprise = outcome - mean
      above[index] = (above[index] ?? 0) * (1 + Math.min(stake, LARGEST_SHARE / mean) * surprise)
      below[index] = (below[index] ?? 0) * (1 - Math.min(stake, LARGEST_SHARE / (1 - mean)) * surprise)
    }
    bets.observe(outcome)
    while (first < last && (above[first] ?? 0) >= limit) first++
    while (last > first && (below[last] ?? 0) >= limit) last--
  }
  const interval = (): Estimate => {
    // A refuted neighbour bounds the truth from outside, so the grid never cuts it off.
    const low = Math.max(first - 1, 0) / resolution
    const high = Math.min(last + 1, resolution) / resolution
    return { estimate: Math.min(Math.max(bets.mean(), low), high), low, high, n: bets.count() }
  }
  return { add, interval }
}

/** No bet may lose more than this share of the capital in one step: who is ruined can never come back. */
export const LARGEST_SHARE = 0.75

export interface Bets {
  stake: () => number
  observe: (x: number) => void
  mean: () => number
  variance: () => number
  count: () => number
}

/** The next stake from the outcomes so far (never from the one it is a bet on): large while the variance seems small. */
export const createBets = (alpha: number): Bets => {
  // One pretended outcome of 1/2 with the largest variance, so that the first stakes are defined.
  let [count, sum, squares] = [0, 0.5, 0.25]
  let seen = 0
  const variance = (): number => squares / (count + 1)
  return {
    stake: () => Math.sqrt((2 * Math.log(2 / alpha)) / (variance() * (count + 1) * Math.log(count + 2))),
    observe: (x) => {
      count++
      seen += x
      sum += x
      squares += (x - sum / (count + 1)) ** 2
    },
    mean: () => (count === 0 ? 0.5 : seen / count),
    variance,
    count: () => count,
  }
}
