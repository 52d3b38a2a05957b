import { dispersionOf, type RatioSums, residualShare } from './dispersion.ts'
import type { Estimate, Rate } from './estimate.ts'
import { combineIntervals } from './newcombe.ts'
import { studentQuantile } from './student.ts'
import { wilson } from './wilson.ts'

export type { RatioSums } from './dispersion.ts'

/** Sums of no cluster. */
export const emptySums = (): RatioSums => ({ clusters: 0, x: 0, n: 0, xx: 0, xn: 0, nn: 0 })

/** Adds one session with numerator x and denominator n; without a denominator it is no cluster. */
export const addCluster = (sums: RatioSums, x: number, n: number): void => {
  if (!(n > 0)) return
  sums.clusters += 1
  sums.x += x
  sums.n += n
  sums.xx += x * x
  sums.xn += x * n
  sums.nn += n * n
}

/**
 * The rate of calls nested in sessions, x errors of n calls each, with an interval that is honest about sessions: the named
 * default method, a score interval with a fitted design effect (see README.md). One session alone tells nothing about
 * others, so its calls count as far fewer. Null without calls.
 */
export const clusterRate = (sums: RatioSums, confidence = 0.95): Rate | null => {
  const { clusters, x, n, nn } = sums
  if (!(n > 0)) return null
  // Sessions of one call each are independent calls.
  if (nn <= n) return wilson(x, n, confidence)
  if (clusters < 2) return loneRate(x, n, confidence)
  const rate = Math.min(Math.max(x / n, 0), 1)
  const { designEffect, icc, df, share } = dispersionOf(sums)
  const critical = studentQuantile(0.5 + confidence / 2, df)
  const middle = (x + 0.5) / (n + 1)
  const power = (share * (1 - icc)) / (1 + icc)
  // The design effect grows with the rate: sessions with few errors also show little spread. So the observed effect is
  // scaled for each candidate rate; the power follows from the third moment of a beta distribution.
  const isOutside = (candidate: number): boolean => {
    const variance = candidate * (1 - candidate)
    const growth = Math.min((variance / (middle * (1 - middle))) ** power, LARGEST_GROWTH)
    const effect = designEffect > 1 ? 1 + (designEffect - 1) * growth : designEffect
    return (rate - candidate) ** 2 * n > critical * critical * variance * effect
  }
  return { rate, low: boundary(rate, 0, isOutside), high: boundary(rate, 1, isOutside), n }
}

/** How alike the calls of a session are taken to be where nothing tells. */
const ASSUMED_ICC = 0.1

const loneRate = (x: number, n: number, confidence: number): Rate => {
  const effect = 1 + (n - 1) * ASSUMED_ICC
  return { ...wilson(x / effect, n / effect, confidence), rate: x / n, n }
}

/** Further than this the design effect is not extrapolated: with few errors the upper bound would run away. */
const LARGEST_GROWTH = 2.5
/** Steps of bisection: 2^-50 is the last digit of a rate. */
const BISECTIONS = 50

/** Between a value inside and an end that counts as outside, the last value inside. */
const boundary = (from: number, end: number, isOutside: (candidate: number) => boolean): number => {
  if (from === end) return end
  let [inside, outside] = [from, end]
  for (let step = 0; step < BISECTIONS; step++) {
    const middle = (inside + outside) / 2
    if (isOutside(middle)) outside = middle
    else inside = middle
  }
  return outside
}

/**
 * Ratio of a signed numerator over a positive denominator, such as weighted within-session differences: linearised
 * variance between sessions, Student's t on clusters - 1, where unequal clusters count as fewer (Kish). Null with fewer than
 * two clusters, or when all have the same ratio: then nothing is known of the spread. n counts clusters.
 */
export const clusterRatio = (sums: RatioSums, confidence = 0.95): Estimate | null => {
  const { clusters, x, n, xx, xn, nn } = sums
  if (clusters < 2 || !(n > 0)) return null
  const estimate = x / n
  const residuals = xx - 2 * estimate * xn + estimate * estimate * nn
  if (!(residuals > ROUNDING * xx)) return null
  const effectiveClusters = (n * n) / nn
  const standardError = Math.sqrt(residuals / residualShare(clusters, effectiveClusters)) / n
  const df = Math.max(1, effectiveClusters - 1)
  const reach = studentQuantile(0.5 + confidence / 2, df) * standardError
  return { estimate, low: estimate - reach, high: estimate + reach, n: clusters }
}

/** What is left of equal terms that cancel. */
const ROUNDING = 1e-12

/**
 * Difference a - b of the rates of two independent groups of sessions, from the two intervals of `clusterRate` (Newcombe's
 * way of combining them): the session-level test. It never has zero width. Null when a group has no calls; n counts calls.
 */
export const ratioDifference = (a: RatioSums, b: RatioSums, confidence = 0.95): Estimate | null => {
  const [first, second] = [clusterRate(a, confidence), clusterRate(b, confidence)]
  if (first === null || second === null) return null
  return { ...combineIntervals(first, second), n: a.n + b.n }
}
