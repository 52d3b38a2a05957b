import { betaQuantileLogit, betaTails } from './beta.ts'
import { normalCdf, normalQuantile } from './normal.ts'

/** Probability that a Student t variable with df degrees of freedom (fractions allowed) is at most t. */
export const studentCdf = (t: number, df: number): number => {
  if (!(df > 0) || Number.isNaN(t)) return Number.NaN
  if (df > NEARLY_NORMAL) return normalCdf(t)
  if (!Number.isFinite(t)) return t > 0 ? 1 : 0
  const square = t * t
  const x = df / (df + square)
  // In this form a square that overflows still gives 1.
  const y = 1 / (1 + df / square)
  const tail = betaTails(x, y, df / 2, 0.5).lower / 2
  return t > 0 ? 1 - tail : tail
}

/** The t below which a Student t variable with df degrees of freedom (fractions allowed) falls with probability p. */
export const studentQuantile = (p: number, df: number): number => {
  if (!(p >= 0 && p <= 1) || !(df > 0)) return Number.NaN
  if (df > NEARLY_NORMAL) return normalQuantile(p)
  if (p === 0) return Number.NEGATIVE_INFINITY
  if (p === 1) return Number.POSITIVE_INFINITY
  if (p === 0.5) return 0
  const tail = p < 0.5 ? p : 1 - p
  // t^2 = df (1 - x) / x for the x that belongs to both tails together.
  const logit = betaQuantileLogit(2 * tail, 1 - 2 * tail, df / 2, 0.5)
  const t = Math.sqrt(df) * Math.exp(-logit / 2)
  return p < 0.5 ? -t : t
}

/** From here on the two distributions agree to ten digits, and the incomplete beta function gets slow. */
const NEARLY_NORMAL = 1e11
