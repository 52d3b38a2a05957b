import { logGamma } from './saddle-point.ts'

/** Probability that a chi-square variable with df degrees of freedom exceeds x. */
export const chiSquareTail = (x: number, df: number): number => {
  if (!(x > 0)) return 1
  const [shape, half] = [df / 2, x / 2]
  const weight = Math.exp(shape * Math.log(half) - half - logGamma(shape))
  return half < shape + 1 ? 1 - weight * series(shape, half) : weight * fraction(shape, half)
}

/** Terms shrink by x / (a + k); a few hundred do for tables of any size that is met here. */
const MOST_TERMS = 10_000
const CLOSE_ENOUGH = 1e-16

/** The lower incomplete gamma function over x^a e^-x. */
const series = (shape: number, x: number): number => {
  let term = 1 / shape
  let sum = term
  for (let step = 1; step < MOST_TERMS && term > sum * CLOSE_ENOUGH; step++) {
    term *= x / (shape + step)
    sum += term
  }
  return sum
}

/** The upper one, by Legendre's continued fraction (Lentz's method). */
const fraction = (shape: number, x: number): number => {
  let width = x + 1 - shape
  let c = Number.MAX_VALUE
  let d = 1 / width
  let value = d
  for (let step = 1; step < MOST_TERMS; step++) {
    const weight = -step * (step - shape)
    width += 2
    d = 1 / (weight * d + width)
    c = width + weight / c
    const change = c * d
    value *= change
    if (Math.abs(change - 1) <= CLOSE_ENOUGH) break
  }
  return value
}
