import type { Estimate } from './estimate.ts'
import { studentCdf, studentQuantile } from './student.ts'

/** Mean of independent values with Student's interval, and the p value of "the mean is 0"; null where they do not vary. */
export const meanInterval = (values: readonly number[], alpha = 0.05): (Estimate & { p: number }) | null => {
  const n = values.length
  if (n < 2) return null
  const estimate = values.reduce((sum, value) => sum + value, 0) / n
  const squares = values.reduce((sum, value) => sum + (value - estimate) ** 2, 0)
  if (squares <= 0) return null
  const error = Math.sqrt(squares / (n - 1) / n)
  const reach = studentQuantile(1 - alpha / 2, n - 1) * error
  const p = 2 * studentCdf(-Math.abs(estimate) / error, n - 1)
  return { estimate, low: estimate - reach, high: estimate + reach, n, p }
}

/** Difference b - a of the means of two independent groups (Welch), with its p value; null where nothing varies. */
export const welchInterval = (
  a: readonly number[],
  b: readonly number[],
  alpha = 0.05,
): (Estimate & { p: number }) | null => {
  const [one, other] = [spreadOf(a), spreadOf(b)]
  if (one === null || other === null || one.error + other.error <= 0) return null
  const estimate = other.mean - one.mean
  const square = one.error + other.error
  const df = square ** 2 / (one.error ** 2 / (a.length - 1) + other.error ** 2 / (b.length - 1))
  const reach = studentQuantile(1 - alpha / 2, df) * Math.sqrt(square)
  const p = 2 * studentCdf(-Math.abs(estimate) / Math.sqrt(square), df)
  return { estimate, low: estimate - reach, high: estimate + reach, n: a.length + b.length, p }
}

/** Mean and the square of its standard error. */
const spreadOf = (values: readonly number[]): { mean: number; error: number } | null => {
  const n = values.length
  if (n < 2) return null
  const mean = values.reduce((sum, value) => sum + value, 0) / n
  return { mean, error: values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (n - 1) / n }
}
