import { createBets, createConfidenceSequence, LARGEST_SHARE, type SequenceOptions } from './always-valid.ts'
import type { Estimate } from './estimate.ts'

/** The difference of two arms that may be watched all the time. */
export interface DifferenceSequence {
  /** Outcomes in [0, 1] of the same task in both arms. */
  addPair: (a: number, b: number) => void
  /** One outcome of one arm; it is paired with the next unpaired one of the other arm, in order of arrival. */
  add: (arm: 'a' | 'b', x: number) => void
  /** Mean of a - b with a time-uniform 95 % interval; n counts pairs. */
  interval: () => Estimate
  /** Evidence that a is better than b: above 20 rejects "a is not better" at 5 %, whenever one looks. */
  eValue: () => number
}

/** Always-valid interval and test for the mean difference a - b of outcomes in [0, 1], paired or interleaved. */
export const createDifferenceSequence = (options: SequenceOptions = {}): DifferenceSequence => {
  const sequence = createConfidenceSequence({ resolution: 2000, ...options })
  const test = createDifferenceTest()
  const waiting = { a: [] as number[], b: [] as number[] }
  const addPair = (a: number, b: number): void => {
    sequence.add((a - b + 1) / 2)
    test.add(a - b)
  }
  const add = (arm: 'a' | 'b', x: number): void => {
    const other = waiting[arm === 'a' ? 'b' : 'a'].shift()
    if (other === undefined) waiting[arm].push(x)
    else if (arm === 'a') addPair(x, other)
    else addPair(other, x)
  }
  const interval = (): Estimate => {
    const { estimate, low, high, n } = sequence.interval()
    return { estimate: 2 * estimate - 1, low: 2 * low - 1, high: 2 * high - 1, n }
  }
  return { addPair, add, interval, eValue: test.eValue }
}

export interface SequentialTest {
  /** A difference in [-1, 1]. */
  add: (difference: number) => void
  /** Capital of a gambler who bets that the mean is above 0; he expects no gain when it is not. */
  eValue: () => number
  /** 1 / the largest capital so far: a p value that stays valid under peeking. */
  pValue: () => number
}

/** E-value test of "the mean difference is at most 0" for differences in [-1, 1]. */
export const createDifferenceTest = (): SequentialTest => {
  let [capital, largest] = [1, 1]
  const bets = createBets(0.05)
  const add = (difference: number): void => {
    const x = (Math.min(Math.max(difference, -1), 1) + 1) / 2
    // The growth-optimal stake for the mean and variance seen so far (Waudby-Smith and Ramdas' approximation), 0 at worst.
    const gain = ((bets.mean() - 0.5) * bets.count()) / (bets.count() + 1)
    const stake = Math.min(Math.max(gain / (bets.variance() + gain * gain), 0), LARGEST_SHARE / 0.5)
    capital *= 1 + stake * (x - 0.5)
    largest = Math.max(largest, capital)
    bets.observe(x)
  }
  return { add, eValue: () => capital, pValue: () => Math.min(1, 1 / largest) }
}
