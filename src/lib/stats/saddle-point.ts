/**
 * Probability of x successes in x + y trials, as a function of the chance p of each (q = 1 - p is passed apart so that it keeps
 * its digits); x and y may be fractional. Loader's saddle-point form: no large numbers are subtracted from each other,
 * so it keeps full precision where differences of log-gammas lose it (counts of 1e5 and more).
 */
export const binomialDensity = (x: number, y: number): ((p: number, q: number) => number) => {
  if (x === 0) return (p, q) => Math.exp(y * (p < 0.1 ? Math.log1p(-p) : Math.log(q)))
  if (y === 0) return (p, q) => Math.exp(x * (q < 0.1 ? Math.log1p(-q) : Math.log(p)))
  const n = x + y
  const scale = Math.exp(stirlingError(n) - stirlingError(x) - stirlingError(y)) * Math.sqrt(n / (TWO_PI * x) / y)
  return (p, q) => (p <= 0 || q <= 0 ? 0 : scale * Math.exp(-deviance(x, n * p) - deviance(y, n * q)))
}

/** Natural logarithm of the gamma function of a positive number. */
export const logGamma = (x: number): number => {
  if (!(x > 0)) return Number.NaN
  // Lifted to where Stirling's series holds, by gamma(x + 1) = x gamma(x).
  let product = 1
  let lifted = x
  while (lifted < SERIES_START) {
    product *= lifted
    lifted += 1
  }
  return (lifted - 0.5) * Math.log(lifted) - lifted + HALF_LOG_TWO_PI + stirlingSeries(lifted) - Math.log(product)
}

const TWO_PI = 2 * Math.PI
const HALF_LOG_TWO_PI = Math.log(TWO_PI) / 2
/** From here on six terms of Stirling's series are exact to the last digit. */
const SERIES_START = 16

/** What Stirling's formula lacks: log(x!) - log(sqrt(2 pi x) (x / e)^x). */
const stirlingError = (x: number): number =>
  x < SERIES_START ? logGamma(x + 1) - (x + 0.5) * Math.log(x) + x - HALF_LOG_TWO_PI : stirlingSeries(x)

const stirlingSeries = (x: number): number => {
  const square = x * x
  let sum = 0
  for (const divisor of STIRLING) sum = 1 / divisor - sum / square
  return sum / x
}

/** Divisors of the series, the last term first: 1/12x - 1/360x^3 + 1/1260x^5 - ... */
const STIRLING = [360_360 / 691, 1188, 1680, 1260, 360, 12]

/** x log(x / m) + m - x without cancellation when x is near m. */
const deviance = (x: number, m: number): number => {
  const gap = x - m
  if (Math.abs(gap) >= 0.1 * (x + m)) return x * Math.log(x / m) + m - x
  const v = gap / (x + m)
  let sum = gap * v
  let term = 2 * x * v
  for (let odd = 3; odd < 2000; odd += 2) {
    term *= v * v
    const next = sum + term / odd
    if (next === sum) break
    sum = next
  }
  return sum
}
