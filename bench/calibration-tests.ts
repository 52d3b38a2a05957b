import { fisherExact } from '../src/lib/stats/fisher.ts'
import { mcnemarExact } from '../src/lib/stats/mcnemar.ts'
import { twoSamplePermutation } from '../src/lib/stats/permutation.ts'
import { callsNeeded } from '../src/lib/stats/power.ts'
import { createRandom } from '../src/lib/stats/random.ts'
import { ratioDifference } from '../src/lib/stats/ratio.ts'
import { binomial, createSimulator, type Session, type World } from './calibration-data.ts'
import { sumsOf } from './calibration-methods.ts'
import { report } from './measure.ts'

const COMPARISONS = 10_000
/** Permutation costs a thousand times as much as the other tests. */
const PERMUTED = 1_500

/** How often two groups of the same kind are called different. */
export const benchTests = (): void => {
  const error = 100 * Math.sqrt((0.05 * 0.95) / COMPARISONS)
  write(`\nFalse alarms at the 5 % level; ${COMPARISONS} comparisons each, standard error ${error.toFixed(2)} %`)
  const worlds: [icc: number, calls: number][] = [
    [0.1, 40],
    [0.05, 40],
    [0.1, 80],
  ]
  for (const [icc, calls] of worlds) {
    const world: World = { rate: 0.08, icc, sessions: 20, calls, sizes: 'equal' }
    const name = `20 + 20 sessions of ${calls} calls, ICC ${icc}`
    report(`${name}: session-level`, alarms(world, world, isDifferent), 6, '%')
    report(`${name}: permutation of sessions`, alarms(world, world, isPermuted, PERMUTED), 6.5, '%')
    report(`${name}: per call, naive`, alarms(world, world, isDifferentPerCall), undefined, '%')
  }
  const unequal: World = { rate: 0.08, icc: 0.1, sessions: 20, calls: 40, sizes: 'unequal' }
  const longer: World = { rate: 0.08, icc: 0.05, sessions: 60, calls: 80, sizes: 'equal' }
  report('very unequal sessions: session-level', alarms(unequal, unequal, isDifferent), 6, '%')
  report('20 unequal against 60 longer: session-level', alarms(unequal, longer, isDifferent), 6, '%')
  benchPower()
  benchExact()
}

/** The sessions that power analysis asks for must find the difference about as often as it says. */
const benchPower = (): void => {
  const sessions = Math.ceil(callsNeeded(0.09, 0.057, { icc: 0.1, callsPerSession: 30 }) / 30)
  const world: World = { rate: 0.09, icc: 0.1, sessions, calls: 30, sizes: 'equal' }
  const found = alarms(world, { ...world, rate: 0.057 }, isDifferent)
  report(
    'power at the sessions for 80 %: session-level',
    found,
    undefined,
    '%',
    `${sessions} + ${sessions} sessions of 30`,
  )
}

const alarms = (
  a: World,
  b: World,
  isAlarm: (first: Session[], second: Session[]) => boolean,
  comparisons = COMPARISONS,
): number => {
  const [first, second] = [createSimulator(a, 'first'), createSimulator(b, 'second')]
  let count = 0
  for (let comparison = 0; comparison < comparisons; comparison++) if (isAlarm(first(), second())) count++
  return (100 * count) / comparisons
}

const isDifferent = (a: Session[], b: Session[]): boolean => {
  const difference = ratioDifference(sumsOf(a), sumsOf(b))
  return difference !== null && (difference.low > 0 || difference.high < 0)
}

const isPermuted = (a: Session[], b: Session[]): boolean => {
  const shares = (sessions: Session[]): number[] => sessions.map(({ x, n }) => x / n)
  return twoSamplePermutation(shares(a), shares(b), { seed: 'calibration', rounds: 399 }) <= 0.05
}

/** What one does who takes every call for an observation of its own. */
const isDifferentPerCall = (a: Session[], b: Session[]): boolean => {
  const [first, second] = [sumsOf(a), sumsOf(b)]
  const pooled = (first.x + second.x) / (first.n + second.n)
  const error = Math.sqrt(pooled * (1 - pooled) * (1 / first.n + 1 / second.n))
  return Math.abs(first.x / first.n - second.x / second.n) > 1.959964 * error
}

/** Tests of whole sessions that succeed or fail. */
const benchExact = (): void => {
  const random = createRandom('exact')
  let [fisher, mcnemar] = [0, 0]
  for (let comparison = 0; comparison < COMPARISONS; comparison++) {
    const [a, b] = [binomial(40, 0.3, random), binomial(40, 0.3, random)]
    if (fisherExact(a, 40 - a, b, 40 - b) <= 0.05) fisher++
    const disagreeing = binomial(60, 0.3, random)
    const better = binomial(disagreeing, 0.5, random)
    if (mcnemarExact(better, disagreeing - better) <= 0.05) mcnemar++
  }
  report('Fisher exact, 40 + 40 sessions at 30 %', (100 * fisher) / COMPARISONS, 5, '%')
  report('McNemar exact, 60 pairs of which 30 % disagree', (100 * mcnemar) / COMPARISONS, 5, '%')
}

const write = (line: string): void => void process.stdout.write(`${line}\n`)
