import { binomialCdf, binomialProbability } from './binomial.ts'

/**
 * Exact two-sided McNemar test: b and c count the pairs in which only one of the two succeeded. The p value never
 * promises too much, and with few pairs it is too cautious.
 */
export const mcnemarExact = (b: number, c: number): number =>
  b + c === 0 ? 1 : Math.min(1, 2 * binomialCdf(Math.min(b, c), b + c, 0.5))

/** The same with half the weight on the observed table (mid-p): closer to the level that it names. */
export const mcnemarMidP = (b: number, c: number): number => {
  if (b === c) return 1
  const smaller = Math.min(b, c)
  return Math.min(1, 2 * binomialCdf(smaller, b + c, 0.5) - binomialProbability(smaller, b + c, 0.5))
}
