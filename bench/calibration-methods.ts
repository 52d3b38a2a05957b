import { betaQuantile } from '../src/lib/stats/beta.ts'
import { ratioBootstrap } from '../src/lib/stats/bootstrap.ts'
import { addCluster, clusterRate, emptySums, type RatioSums } from '../src/lib/stats/ratio.ts'
import { studentQuantile } from '../src/lib/stats/student.ts'
import { scoreInterval, wilson } from '../src/lib/stats/wilson.ts'
import type { Session, World } from './calibration-data.ts'

export interface Interval {
  low: number
  high: number
}

/** One way to put an interval around an error rate. */
export interface Method {
  name: string
  /** The part of the simulated sets that it is affordable for. */
  share: number
  /** Lines that it is affordable for. */
  isMeasured: (world: World) => boolean
  interval: (sessions: readonly Session[], sums: RatioSums) => Interval
  /** Lines in which it claims to work, and those in words. */
  isFit: (world: World, effectiveErrors: number) => boolean
  where: string
  /** Most misses, and most coverage above 95 %, in those lines. */
  bars: { misses: number | undefined; excess: number | undefined }
}

const CHEAP = { share: 0.4, isMeasured: () => true, isFit: () => true, where: 'all lines' }
const COSTLY = { share: 0.1, isMeasured: ({ sessions }: World) => sessions <= 50 }
const NO_BARS = { misses: undefined, excess: undefined }

/** The named default first; the others are what textbooks offer, and what ignoring sessions does. */
export const METHODS: readonly Method[] = [
  {
    name: 'default',
    ...CHEAP,
    share: 1,
    interval: (_, sums) => clusterRate(sums) ?? NOTHING,
    bars: { misses: 6.5, excess: 1.5 },
  },
  { name: 'Wilson-deff', ...CHEAP, interval: (_, sums) => designed(sums), bars: NO_BARS },
  { name: 'logit-t', ...CHEAP, interval: (_, sums) => logit(sums), bars: NO_BARS },
  { name: 'Korn-Gr.', ...CHEAP, interval: (_, sums) => kornGraubard(sums), bars: NO_BARS },
  {
    name: 'BCa',
    ...COSTLY,
    interval: (sessions, sums) => bootstrap(sessions, sums, 'bca'),
    isFit: ({ sizes, sessions }, effectiveErrors) => sizes === 'equal' && sessions >= 50 && effectiveErrors >= 15,
    where: '50 equal sessions, 15 effective errors or more',
    bars: { misses: 6.5, excess: undefined },
  },
  {
    name: 'percentile',
    ...COSTLY,
    interval: (sessions, sums) => bootstrap(sessions, sums, 'percentile'),
    isFit: ({ sessions }, effectiveErrors) => sessions >= 50 && effectiveErrors >= 30,
    where: '50 sessions of any size, 30 effective errors or more',
    bars: { misses: 6.5, excess: undefined },
  },
  { name: 'per call', ...CHEAP, interval: (_, sums) => wilson(sums.x, sums.n), bars: NO_BARS },
]

export const sumsOf = (sessions: readonly Session[]): RatioSums => {
  const sums = emptySums()
  for (const { x, n } of sessions) addCluster(sums, x, n)
  return sums
}

const NOTHING: Interval = { low: 0, high: 1 }
/** The end points of a bootstrap are rough with so few rounds, but their coverage is not. */
const BOOTSTRAP_ROUNDS = 600

/** Every set has resamples of its own: shared ones would shift the end points of all sets together. */
const bootstrap = (sessions: readonly Session[], sums: RatioSums, method: 'bca' | 'percentile'): Interval =>
  ratioBootstrap(sessions, { seed: `${sums.xn} ${sums.nn}`, rounds: BOOTSTRAP_ROUNDS, method })

/** The usual design effect: linearised variance over that of independent calls, at least 1; t on sessions - 1. */
const textbook = (sums: RatioSums): { rate: number; size: number; critical: number } => {
  const { clusters, x, n, xx, xn, nn } = sums
  const rate = x / n
  const residuals = xx - 2 * rate * xn + rate * rate * nn
  const variance = rate * (1 - rate)
  const effect = variance > 0 ? Math.max(1, ((residuals / n / variance) * clusters) / (clusters - 1)) : 1
  return { rate, size: n / effect, critical: criticalOf(clusters - 1) }
}

const criticals = new Map<number, number>()
const criticalOf = (df: number): number => {
  const known = criticals.get(df) ?? studentQuantile(0.975, df)
  criticals.set(df, known)
  return known
}

const designed = (sums: RatioSums): Interval => {
  const { rate, size, critical } = textbook(sums)
  return scoreInterval(rate, size, critical)
}

const logit = (sums: RatioSums): Interval => {
  const { rate, size, critical } = textbook(sums)
  if (rate === 0 || rate === 1) return wilson(sums.x, sums.n)
  const [middle, reach] = [Math.log(rate / (1 - rate)), critical / Math.sqrt(size * rate * (1 - rate))]
  return { low: 1 / (1 + Math.exp(reach - middle)), high: 1 / (1 + Math.exp(-reach - middle)) }
}

/** Clopper-Pearson with the effective size, which t makes smaller (Korn and Graubard 1998). */
const kornGraubard = (sums: RatioSums): Interval => {
  const { rate, size, critical } = textbook(sums)
  const effective = size * (criticalOf(1e6) / critical) ** 2
  const errors = rate * effective
  return {
    low: errors > 0 ? betaQuantile(0.025, errors, effective - errors + 1) : 0,
    high: errors < effective ? betaQuantile(0.975, errors + 1, effective - errors) : 1,
  }
}
