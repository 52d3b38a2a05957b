import { binomialCdf } from './binomial.ts'

/**
 * Exact two-sided McNemar test: b and c count the pairs in which only one of the two succeeded. The p value is never
 * too small, and with few pairs it is too large.
 */
export const mcnemarExact = (b: number, c: number): number =>
  b + c === 0 ? 1 : Math.min(1, 2 * binomialCdf(Math.min(b, c), b + c, 0.5))
