import { createRandom, pickIndex } from './random.ts'

export interface PermutationOptions {
  seed: string
  /** Number of random arrangements if there are too many to try all. The smallest possible p is 1 / (rounds + 1). */
  rounds?: number
  /**
   * Divides the difference by its standard error in each arrangement (default), so that groups of unequal size and spread
   * keep the level. Without it the test is of equal distributions, not of equal means.
   */
  studentised?: boolean
}

/** Up to this many arrangements all are tried, and the p value is exact. */
const MOST_EXACT = 50_000
const ROUNDS = 9_999
/** Sums of the same numbers in another order differ by rounding. Such sums count as ties. */
const ROUNDING = 1e-10

/**
 * Two-sided p value for a mean difference of 0 among pairs, by flipping signs: all 2^n of them when few, else at random,
 * the observed one counted in. Studentising would change nothing: signs do not alter the sum of squares.
 */
export const pairedPermutation = (differences: readonly number[], options: PermutationOptions): number => {
  const values = Float64Array.from(differences.filter((difference) => difference !== 0))
  if (values.length === 0) return 1
  const slack = ROUNDING * values.reduce((sum, value) => sum + Math.abs(value), 0)
  const observed = Math.abs(values.reduce((sum, value) => sum + value, 0)) - slack
  return 2 ** values.length <= MOST_EXACT ? flipAll(values, observed) : flipAtRandom(values, observed, options)
}

const flipAll = (values: Float64Array, observed: number): number => {
  const arrangements = 2 ** values.length
  let extreme = 0
  for (let signs = 0; signs < arrangements; signs++) {
    let sum = 0
    for (let index = 0; index < values.length; index++) {
      const value = values[index] ?? 0
      sum += (signs >>> index) & 1 ? value : -value
    }
    if (Math.abs(sum) >= observed) extreme++
  }
  return extreme / arrangements
}

const flipAtRandom = (
  values: Float64Array,
  observed: number,
  { seed, rounds = ROUNDS }: PermutationOptions,
): number => {
  const random = createRandom(seed)
  let extreme = 0
  for (let round = 0; round < rounds; round++) {
    let sum = 0
    for (const value of values) sum += random() < 0.5 ? value : -value
    if (Math.abs(sum) >= observed) extreme++
  }
  return (extreme + 1) / (rounds + 1)
}

/**
 * Two-sided p value for equal means of two groups, by exchanging members: every division when few, else at random, the
 * observed one counted in.
 */
export const twoSamplePermutation = (
  a: readonly number[],
  b: readonly number[],
  options: PermutationOptions,
): number => {
  if (a.length === 0 || b.length === 0) return 1
  const pool = standardised([...a, ...b])
  const statistic = statisticFor(pool, a.length, options.studentised ?? true)
  const value = statistic(...sumsOf(pool, a.length))
  const observed = value - ROUNDING * (1 + value)
  if (divisions(pool.length, a.length) <= MOST_EXACT) return divideAll(pool, a.length, statistic, observed)
  const { seed, rounds = ROUNDS } = options
  const random = createRandom(seed)
  let extreme = 0
  for (let round = 0; round < rounds; round++) {
    for (let index = 0; index < a.length; index++) swap(pool, index, index + pickIndex(random, pool.length - index))
    if (statistic(...sumsOf(pool, a.length)) >= observed) extreme++
  }
  return (extreme + 1) / (rounds + 1)
}

/**
 * About their mean and on a scale of about 1: sums of squares of large numbers that differ little would lose the difference,
 * and rounding needs a scale to be judged by. No test depends on either.
 */
const standardised = (values: readonly number[]): Float64Array => {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const largest = values.reduce((most, value) => Math.max(most, Math.abs(value - mean)), 0)
  return Float64Array.from(values, (value) => (largest > 0 ? (value - mean) / largest : 0))
}

/** Of the first group's sum and sum of squares; the second group has the rest. */
type Statistic = (sum: number, squares: number) => number

const statisticFor = (pool: Float64Array, size: number, studentised: boolean): Statistic => {
  const rest = pool.length - size
  const [total, totalSquares] = sumsOf(pool, pool.length)
  const isPlain = !studentised || size < 2 || rest < 2
  return (sum, squares) => {
    const difference = Math.abs(sum / size - (total - sum) / rest)
    if (isPlain || difference === 0) return difference
    const spread =
      Math.max(squares - (sum * sum) / size, 0) / (size - 1) / size +
      Math.max(totalSquares - squares - (total - sum) ** 2 / rest, 0) / (rest - 1) / rest
    // Two groups without any spread: as far apart as can be, however small the rounding left of it.
    return spread <= 1e-24 * totalSquares ? Number.MAX_VALUE : difference / Math.sqrt(spread)
  }
}

const sumsOf = (values: Float64Array, count: number): [number, number] => {
  let [sum, squares] = [0, 0]
  for (let index = 0; index < count; index++) {
    const value = values[index] ?? 0
    sum += value
    squares += value * value
  }
  return [sum, squares]
}

const swap = (values: Float64Array, i: number, j: number): void => {
  const kept = values[i] ?? 0
  values[i] = values[j] ?? 0
  values[j] = kept
}

const divisions = (total: number, size: number): number => {
  let count = 1
  for (let k = 1; k <= Math.min(size, total - size); k++) {
    count = (count * (total - k + 1)) / k
    if (count > MOST_EXACT) return Number.POSITIVE_INFINITY
  }
  return count
}

/** Every way to choose the first group, in lexicographic order of positions. */
const divideAll = (pool: Float64Array, size: number, statistic: Statistic, observed: number): number => {
  const chosen = Array.from({ length: size }, (_, index) => index)
  let [extreme, all] = [0, 0]
  for (;;) {
    let [sum, squares] = [0, 0]
    for (const index of chosen) {
      const value = pool[index] ?? 0
      sum += value
      squares += value * value
    }
    all++
    if (statistic(sum, squares) >= observed) extreme++
    let place = size - 1
    while (place >= 0 && chosen[place] === pool.length - size + place) place--
    if (place < 0) return extreme / all
    const first = (chosen[place] ?? 0) + 1
    for (let index = place; index < size; index++) chosen[index] = first + index - place
  }
}
