import { betaTails } from './beta.ts'
import { binomialDensity } from './saddle-point.ts'

/** Probability of exactly x successes in n trials. */
export const binomialProbability = (x: number, n: number, p: number): number =>
  x < 0 || x > n ? 0 : binomialDensity(x, n - x)(p, 1 - p)

/** Probability of at most x successes in n trials. */
export const binomialCdf = (x: number, n: number, p: number): number => {
  if (x < 0) return 0
  if (x >= n) return 1
  return betaTails(1 - p, p, n - x, x + 1).lower
}
