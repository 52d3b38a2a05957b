import { binomialDensity } from '../src/lib/stats/saddle-point.ts'
import { newcombe, newcombePaired } from '../src/lib/stats/newcombe.ts'
import { createRandom } from '../src/lib/stats/random.ts'
import { clusterRatio } from '../src/lib/stats/ratio.ts'
import { wilson } from '../src/lib/stats/wilson.ts'
import { createNormal, createSimulator, type World } from './calibration-data.ts'
import { type Interval, sumsOf } from './calibration-methods.ts'
import { report } from './measure.ts'

const DATA_SETS = 10_000
const BAR = 6.5

/** Coverage of the other intervals: exactly, by going through all counts, where trials are independent; else simulated. */
export const benchIntervals = (): void => {
  process.stdout.write('\nMisses of other 95 % intervals\n')
  const cases: [rate: number, n: number][] = [
    [0.02, 500],
    [0.08, 150],
    [0.3, 40],
    [0.3, 200],
  ]
  for (const [rate, n] of cases) {
    report(`Wilson, ${n} trials at ${rate}`, exactMisses(rate, n, wilson), BAR, '%', 'exact')
    report(`Newcombe, ${n} trials at ${rate} against ${2 * n} at ${rate}`, newcombeMisses(rate, n), BAR, '%', 'exact')
  }
  report('Newcombe paired, 80 pairs, 70 % against 60 %', pairedMisses(), BAR, '%', SIMULATED)
  for (const sizes of ['equal', 'unequal'] as const)
    for (const sessions of [20, 50, 200])
      report(
        `within-session differences, ${sessions} ${sizes} sessions`,
        ratioMisses(sessions, sizes),
        BAR,
        '%',
        SIMULATED,
      )
}

const SIMULATED = `${DATA_SETS} sets, standard error ${(100 * Math.sqrt((0.05 * 0.95) / DATA_SETS)).toFixed(2)} %`

const misses = ({ low, high }: Interval, truth: number): boolean => truth < low || truth > high

const exactMisses = (rate: number, n: number, interval: (x: number, n: number) => Interval): number => {
  let missed = 0
  for (let x = 0; x <= n; x++) if (misses(interval(x, n), rate)) missed += binomialProbability(x, n, rate)
  return 100 * missed
}

const newcombeMisses = (rate: number, n: number): number => {
  const [few, many] = [n, 2 * n].map((size) => {
    const chances = Array.from({ length: size + 1 }, (_, x) => ({
      x,
      n: size,
      chance: binomialProbability(x, size, rate),
    }))
    return chances.filter(({ chance }) => chance > 1e-9)
  })
  let missed = 0
  for (const a of few ?? []) for (const b of many ?? []) if (misses(newcombe(a, b), 0)) missed += a.chance * b.chance
  return 100 * missed
}

const pairedMisses = (): number => {
  const random = createRandom('pairs')
  let missed = 0
  for (let set = 0; set < DATA_SETS; set++) {
    // Half of all pairs succeed in both, 20 % only in a, 10 % only in b.
    const counts = { both: 0, onlyA: 0, onlyB: 0, neither: 0 }
    for (let pair = 0; pair < 80; pair++) {
      const draw = random()
      counts[draw < 0.5 ? 'both' : draw < 0.7 ? 'onlyA' : draw < 0.8 ? 'onlyB' : 'neither']++
    }
    if (misses(newcombePaired(counts), 0.1)) missed++
  }
  return (100 * missed) / DATA_SETS
}

/** Differences about -2 points that vary between sessions and, the shorter the session the more, within. */
const ratioMisses = (sessions: number, sizes: World['sizes']): number => {
  const simulate = createSimulator({ rate: 0.5, icc: 0, sessions, calls: 40, sizes }, 'differences')
  const normal = createNormal(createRandom('differences'))
  let missed = 0
  for (let set = 0; set < DATA_SETS; set++) {
    const differences = simulate().map(({ n }) => ({ n, x: n * (-0.02 + 0.1 * normal() + normal() / Math.sqrt(n)) }))
    if (misses(clusterRatio(sumsOf(differences)) ?? { low: 0, high: 0 }, -0.02)) missed++
  }
  return (100 * missed) / DATA_SETS
}

/** Probability of exactly x successes in n trials. */
const binomialProbability = (x: number, n: number, p: number): number => binomialDensity(x, n - x)(p, 1 - p)
