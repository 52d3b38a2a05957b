import type { Estimate } from './estimate.ts'
import { normalCdf, normalQuantile } from './normal.ts'
import { createRandom, pickIndex } from './random.ts'
import { studentQuantile } from './student.ts'

export interface BootstrapOptions {
  seed: string
  /** Resamples; the ends of the interval are rough below a thousand. */
  rounds?: number
  /** `bca` corrects bias and skewness, `percentile` neither. */
  method?: 'percentile' | 'bca'
  confidence?: number
}

const ROUNDS = 2_000

/**
 * Interval of the ratio of two sums over independent clusters, by drawing clusters with replacement. Percentiles are taken further
 * out for few or unequal clusters (and as Student's t is wider than the normal curve), because a resample varies less than a
 * sample. With fewer than two clusters nothing is known of the spread, and the interval is infinite.
 */
export const ratioBootstrap = (clusters: readonly { x: number; n: number }[], options: BootstrapOptions): Estimate => {
  const xs = Float64Array.from(clusters, ({ x }) => x)
  const ns = Float64Array.from(clusters, ({ n }) => n)
  const random = createRandom(options.seed)
  const [x, n] = [xs.reduce(add, 0), ns.reduce(add, 0)]
  const resampled = (): number => {
    let [top, bottom] = [0, 0]
    for (let index = 0; index < xs.length; index++) {
      const picked = pickIndex(random, xs.length)
      top += xs[picked] ?? 0
      bottom += ns[picked] ?? 0
    }
    return top / bottom
  }
  const without = (left: number): number => (x - (xs[left] ?? 0)) / (n - (ns[left] ?? 0))
  return intervalOf({ estimate: x / n, count: xs.length, resampled, without }, options)
}

const add = (a: number, b: number): number => a + b

interface Resampling {
  estimate: number
  count: number
  resampled: () => number
  /** The statistic with one cluster left out. */
  without: (left: number) => number
}

const intervalOf = ({ estimate, count, resampled, without }: Resampling, options: BootstrapOptions): Estimate => {
  const { rounds = ROUNDS, method = 'bca', confidence = 0.95 } = options
  if (count < 2) return { estimate, low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY, n: count }
  // A resample on which the statistic is not defined says nothing.
  const values = Array.from({ length: rounds }, resampled)
    .filter((value) => !Number.isNaN(value))
    .toSorted((a, b) => a - b)
  const left = Array.from({ length: count }, (_, index) => without(index)).filter((value) => !Number.isNaN(value))
  const reach = widening(values, left, count) * studentQuantile(0.5 + confidence / 2, count - 1)
  const [bias, acceleration] = method === 'bca' ? correction(values, left, estimate) : [0, 0]
  const at = (z: number): number => {
    const shifted = bias + z
    return quantile(values, normalCdf(bias + shifted / (1 - acceleration * shifted)))
  }
  return { estimate, low: Math.min(at(-reach), estimate), high: Math.max(at(reach), estimate), n: count }
}

/**
 * How much further samples spread than resamples: at least as for a mean of this many clusters, more where single clusters weigh much,
 * which shows in what leaving each of them out does (the jackknife).
 */
const widening = (values: readonly number[], left: readonly number[], count: number): number => {
  const least = Math.sqrt(count / (count - 1))
  const ratio = (squaresAbout(left) * (count - 1)) / count / (squaresAbout(values) / values.length)
  return Number.isFinite(ratio) ? Math.min(Math.max(least, Math.sqrt(ratio)), MOST_WIDENING * least) : least
}

/** The jackknife is no guide for statistics that jump, such as a median. */
const MOST_WIDENING = 2

const squaresAbout = (values: readonly number[]): number => {
  const mean = values.reduce(add, 0) / values.length
  return values.reduce((sum, value) => sum + (value - mean) ** 2, 0)
}

/** Efron's bias and acceleration; none where all resamples lie on one side, or are the same. */
const correction = (sorted: readonly number[], left: readonly number[], estimate: number): [number, number] => {
  const below = sorted.filter((value) => value < estimate).length
  const equal = sorted.filter((value) => value === estimate).length
  // Ties count half: with rare errors many resamples give exactly the estimate.
  const share = (below + equal / 2) / sorted.length
  if (!(share > 0 && share < 1)) return [0, 0]
  const mean = left.reduce(add, 0) / left.length
  const squares = squaresAbout(left)
  const cubes = left.reduce((sum, value) => sum + (mean - value) ** 3, 0)
  return [normalQuantile(share), squares > 0 ? cubes / (6 * squares ** 1.5) : 0]
}

/** The definition that puts the k-th smallest of n at k / (n + 1) (type 6 of R), linear between. */
const quantile = (sorted: readonly number[], p: number): number => {
  const position = Math.min(Math.max(p * (sorted.length + 1), 1), sorted.length)
  const index = Math.floor(position)
  const lower = sorted[index - 1] ?? Number.NaN
  const upper = sorted[Math.min(index, sorted.length - 1)] ?? lower
  return lower + (position - index) * (upper - lower)
}
