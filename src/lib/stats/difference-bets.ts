import type { Estimate } from './estimate.ts'

/** A difference in [-1, 1] and how many pairs showed it. */
export interface DifferenceCell {
  value: number
  count: number
}

/** Pairs in which only the second succeeded, only the first, or both alike. */
export interface PairedCounts {
  wins: number
  losses: number
  ties: number
}

export const pairedCells = ({ wins, losses, ties }: PairedCounts): DifferenceCell[] => [
  { value: 1, count: wins },
  { value: 0, count: ties },
  { value: -1, count: losses },
]

/** Differences with equal ones counted together, in ascending order, so that the order of pairs cannot matter. */
export const differenceCells = (differences: readonly number[]): DifferenceCell[] => {
  const counts = new Map<number, number>()
  for (const difference of differences) {
    const value = Math.min(Math.max(difference, -1), 1)
    counts.set(value, (counts.get(value) ?? 0) + 1)
  }
  return [...counts].map(([value, count]) => ({ value, count })).toSorted((a, b) => a.value - b.value)
}

/**
 * Natural logarithm of the evidence against a mean difference of `candidate`: the mean capital of 48 gamblers (grid Kelly, Waudby-Smith
 * and Ramdas 2024). Half of them bet a fixed share of their capital on every pair that it lies above the candidate, half that it lies
 * below. If the candidate is the true mean, the evidence ever reaches 1 / alpha with probability alpha at most, so it may be looked at
 * after every pair. It depends on the counts alone.
 */
export const differenceEvidence = (cells: readonly DifferenceCell[], candidate: number): number =>
  evidenceAgainst(betsOn(cells), candidate)

/** Pairs in the form that is fastest for bets: pairs whose value occurs once, and pairs that share a value. */
interface BetsOn {
  singles: Float64Array
  values: Float64Array
  counts: Float64Array
}

const betsOn = (cells: readonly DifferenceCell[]): BetsOn => {
  const several = cells.filter(({ count }) => count !== 1 && count !== 0)
  return {
    singles: Float64Array.from(cells.filter(({ count }) => count === 1).map(({ value }) => value)),
    values: Float64Array.from(several.map(({ value }) => value)),
    counts: Float64Array.from(several.map(({ count }) => count)),
  }
}

const evidenceAgainst = ({ singles, values, counts }: BetsOn, candidate: number): number => {
  const logs = new Float64Array(2 * STAKES.length)
  for (let index = 0; index < STAKES.length; index++) {
    const stake = STAKES[index] ?? 0
    const [above, below] = [stake / (1 + candidate), stake / (1 - candidate)]
    let up = logProduct(singles, 1 - stake + above, above)
    let down = logProduct(singles, 1 - stake + below, -below)
    for (let cell = 0; cell < values.length; cell++) {
      const [value, count] = [values[cell] ?? 0, counts[cell] ?? 0]
      up += count * Math.log(1 - stake + above * (1 + value))
      down += count * Math.log(1 - stake + below * (1 - value))
    }
    logs[index] = up
    logs[STAKES.length + index] = down
  }
  return logMean(logs)
}

/**
 * Mean difference with the interval of all candidates that are not refuted at `alpha`. `logEvidence` is that against 0: it reaches
 * log(1 / alpha) exactly where the interval leaves 0 out. The evidence is a convex function of the candidate and below 1 at the mean, so
 * one bisection on each side finds both ends. They are rounded outwards.
 */
export const differenceInterval = (
  cells: readonly DifferenceCell[],
  alpha = 0.05,
): Estimate & { logEvidence: number } => {
  const n = cells.reduce((sum, { count }) => sum + count, 0)
  if (n === 0) return { estimate: 0, low: -1, high: 1, n, logEvidence: 0 }
  const estimate = cells.reduce((sum, { value, count }) => sum + value * count, 0) / n
  const limit = Math.log(1 / alpha)
  const bets = betsOn(cells)
  const isRefuted = (candidate: number): boolean => evidenceAgainst(bets, candidate) >= limit
  const low = outermost(estimate, -1, isRefuted)
  const high = outermost(estimate, 1, isRefuted)
  return { estimate, low, high, n, logEvidence: evidenceAgainst(bets, 0) }
}

/** Shares of a gambler's capital at stake, of the most that cannot lose more than everything; denser at both ends. */
const STAKES = Float64Array.from({ length: 24 }, (_, step) => Math.sin((((step + 0.5) / 24) * Math.PI) / 2) ** 2)

/** Twenty-six halvings of at most 2 leave 3e-8, far below any digit that is shown. */
const HALVINGS = 26

/** The refuted candidate nearest to the estimate, on the way to the end of the scale; the end where none is refuted. */
const outermost = (estimate: number, end: number, isRefuted: (candidate: number) => boolean): number => {
  let [kept, refuted] = [estimate, end]
  for (let halving = 0; halving < HALVINGS; halving++) {
    const middle = (kept + refuted) / 2
    if (isRefuted(middle)) refuted = middle
    else kept = middle
  }
  return refuted
}

/**
 * Logarithm of the product of rest + slope * value. One logarithm is taken of this many factors: one for each would be ten
 * times slower, and the product of this many stays inside the range of doubles.
 */
const FACTORS_A_LOG = 8

const logProduct = (values: Float64Array, rest: number, slope: number): number => {
  if (values.length === 0) return 0
  let log = 0
  let product = 1
  for (let index = 0; index < values.length; index++) {
    product *= Math.max(rest + slope * (values[index] ?? 0), 0)
    if (index % FACTORS_A_LOG === FACTORS_A_LOG - 1) {
      log += Math.log(product)
      product = 1
    }
  }
  return log + Math.log(product)
}

const logMean = (logs: Float64Array): number => {
  let largest = Number.NEGATIVE_INFINITY
  for (const each of logs) largest = Math.max(largest, each)
  if (!Number.isFinite(largest)) return largest
  let sum = 0
  for (const each of logs) sum += Math.exp(each - largest)
  return largest + Math.log(sum / logs.length)
}
