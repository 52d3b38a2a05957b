import { betaTails } from './beta.ts'

/** Probability of at most x successes in n trials. */
export const binomialCdf = (x: number, n: number, p: number): number => {
  if (x < 0) return 0
  if (x >= n) return 1
  return betaTails(1 - p, p, n - x, x + 1).lower
}
