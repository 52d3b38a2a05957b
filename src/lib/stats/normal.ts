/** Probability that a standard normal variable is at most z; relative precision holds far into the lower tail. */
export const normalCdf = (z: number): number => {
  if (Number.isNaN(z)) return Number.NaN
  if (z > 0) return 1 - lowerTail(-z)
  return lowerTail(z)
}

/** The z below which a standard normal variable falls with probability p; infinite at 0 and 1, NaN outside. */
export const normalQuantile = (p: number): number => {
  if (!(p >= 0 && p <= 1)) return Number.NaN
  if (p === 0) return Number.NEGATIVE_INFINITY
  if (p === 1) return Number.POSITIVE_INFINITY
  if (p === 0.5) return 0
  return p < 0.5 ? lowerQuantile(p) : -lowerQuantile(1 - p)
}

/** Height of the standard normal curve. */
const normalDensity = (z: number): number => Math.exp(-z * z * 0.5) / ROOT_TWO_PI

const ROOT_TWO_PI = Math.sqrt(2 * Math.PI)
/** From here on the continued fraction converges fast, and the series starts to cancel. */
const TAIL_START = 2.5
/** Enough terms for double precision from TAIL_START on; further out far fewer would do. */
const FRACTION_TERMS = 90
/** exp underflows beyond; the tail is then 0. */
const LAST_Z = 38.6

const lowerTail = (z: number): number => {
  const distance = -z
  if (distance > LAST_Z) return 0
  if (distance >= TAIL_START) {
    let fraction = distance
    for (let term = FRACTION_TERMS; term >= 1; term--) fraction = distance + term / fraction
    return normalDensity(distance) / fraction
  }
  // Phi(z) = 1/2 + density * (z + z^3/3 + z^5/15 + ...)
  let term = z
  let sum = z
  for (let odd = 3; Math.abs(term) > 1e-18; odd += 2) {
    term *= (z * z) / odd
    sum += term
  }
  return 0.5 + normalDensity(z) * sum
}

/** A rational first guess (Abramowitz and Stegun 26.2.23), then Newton on the logarithm of the tail, which is concave. */
const lowerQuantile = (p: number): number => {
  const t = Math.sqrt(-2 * Math.log(p))
  let z = (2.515517 + t * (0.802853 + t * 0.010328)) / (1 + t * (1.432788 + t * (0.189269 + t * 0.001308))) - t
  for (let step = 0; step < 8; step++) {
    const tail = lowerTail(z)
    if (tail === 0) break
    const change = (Math.log(tail / p) * tail) / normalDensity(z)
    z -= change
    if (Math.abs(change) < 1e-15 * (1 + Math.abs(z))) break
  }
  return z
}
