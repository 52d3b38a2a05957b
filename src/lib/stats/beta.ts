import { binomialDensity } from './saddle-point.ts'

/** Probability that a Beta(a, b) variable is at most x (the regularised incomplete beta function). */
export const betaCdf = (x: number, a: number, b: number): number => betaTails(x, 1 - x, a, b).lower

/** The x below which a Beta(a, b) variable falls with probability p; shapes from 0.01 to 1e6 are fine. */
export const betaQuantile = (p: number, a: number, b: number): number => {
  if (!(p >= 0 && p <= 1)) return Number.NaN
  if (p === 0 || p === 1) return p
  const x = 1 / (1 + Math.exp(-betaQuantileLogit(p, 1 - p, a, b)))
  return x < SMALLEST ? 0 : x
}

export interface Tails {
  lower: number
  upper: number
}

/** Both tails at x, where y = 1 - x is given apart; the smaller one keeps its relative precision. */
export const betaTails = (x: number, y: number, a: number, b: number): Tails =>
  !(a > 0 && b > 0) || Number.isNaN(x)
    ? { lower: Number.NaN, upper: Number.NaN }
    : tailsAt(x, y, a, b, logitDensity(a, b)(x, y))

const tailsAt = (x: number, y: number, a: number, b: number, density: number): Tails => {
  if (x <= 0) return { lower: 0, upper: 1 }
  if (y <= 0) return { lower: 1, upper: 0 }
  // The continued fraction converges fast on the side of the mean that is taken here.
  if (a > b ? (a + b) * y > b : (a + b) * x < a) {
    const lower = density * fraction(x, y, a, b)
    return { lower, upper: 1 - lower }
  }
  const upper = density * fraction(y, x, b, a)
  return { lower: 1 - upper, upper }
}

/** x^a y^b / B(a, b): the density of the logit of a Beta(a, b) variable. */
const logitDensity = (a: number, b: number): ((x: number, y: number) => number) => {
  const binomial = binomialDensity(a, b)
  const factor = (a * b) / (a + b)
  return (x, y) => factor * binomial(x, y)
}

/**
 * The quantile as log(x / (1 - x)), which keeps its digits when x is near 0 or 1; q = 1 - p is given apart. On this
 * scale the logarithm of either tail is concave, so Newton's method cannot run away; a bracket guards against rounding.
 */
export const betaQuantileLogit = (p: number, q: number, a: number, b: number): number => {
  const isLower = p <= q
  const target = Math.log(isLower ? p : q)
  const densityAt = logitDensity(a, b)
  let low = -LARGEST_LOGIT
  let high = LARGEST_LOGIT
  let logit = Math.min(Math.max(Math.log(a / b), low), high)
  for (let step = 0; step < QUANTILE_STEPS; step++) {
    const x = 1 / (1 + Math.exp(-logit))
    const y = 1 / (1 + Math.exp(logit))
    const density = densityAt(x, y)
    const tails = tailsAt(x, y, a, b, density)
    const tail = isLower ? tails.lower : tails.upper
    const excess = Math.log(tail) - target
    if (excess > 0 === isLower) high = logit
    else low = logit
    const change = ((isLower ? -excess : excess) * tail) / density
    let next = logit + change
    if (!(next >= low && next <= high)) next = (low + high) / 2
    const moved = Math.abs(next - logit)
    logit = next
    if (moved <= CLOSE_ENOUGH * Math.max(1, Math.abs(logit))) break
  }
  return logit
}

/** Newton doubles the digits at every step, so a step of this size leaves nothing to gain. */
const CLOSE_ENOUGH = 1e-12
/** A quantile below is not a number that doubles can tell from its neighbours. */
const SMALLEST = 1e-307
/** Beyond, x or 1 - x is below the smallest double. */
const LARGEST_LOGIT = 745
/** Newton needs about ten; the bound is for bisection in the worst case. */
const QUANTILE_STEPS = 200
/** Terms grow with the square root of the shapes: 1e6 needs about two thousand. */
const FRACTION_TERMS = 20_000

/**
 * The continued fraction of the incomplete beta function in the contracted form of DiDonato and Morris (1992): `excess`
 * is how far x lies below the mean, times a + b, computed from y where that keeps more digits.
 */
const fraction = (x: number, y: number, a: number, b: number): number => {
  const excess = a > b ? (a + b) * y - b : a - (a + b) * x
  const start = 1 + excess
  const step = 1 + 1 / a
  let previous: [number, number] = [0, 1]
  let current: [number, number] = [1, start / step]
  let value = step / start
  let numerator = 1
  let width = a + 1
  for (let n = 1; n <= FRACTION_TERMS; n++) {
    const share = n / a
    const weight = n * (b - n) * x
    const shrink = a / width
    const alpha = numerator * (numerator + b / a) * shrink * shrink * weight * x
    const beta = n + weight / width + ((1 + share) / (step + 2 * share)) * (start + n * (y + 1))
    numerator = 1 + share
    width += 2
    const top = alpha * previous[0] + beta * current[0]
    const bottom = alpha * previous[1] + beta * current[1]
    const next = top / bottom
    // Scaled at every step, or both would overflow.
    previous = [current[0] / bottom, current[1] / bottom]
    current = [next, 1]
    if (Math.abs(next - value) <= 1e-16 * next) return next
    value = next
  }
  return value
}
