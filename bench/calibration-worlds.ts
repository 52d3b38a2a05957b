import { createRandom } from '../src/lib/stats/random.ts'
import { binomial, createNormal, gamma, type Session } from './calibration-data.ts'
import { METHODS, sumsOf } from './calibration-methods.ts'

const DATA_SETS = 2_000
/** Sessions from which the true rate of a world is read; its error is a fiftieth of the intervals that are judged by it. */
const TRUTH_SESSIONS = 500_000

interface Dice {
  random: () => number
  normal: () => number
}

/**
 * Worlds that are unlike those by which the constants of the default method were chosen: other distributions of rates, other
 * sizes, rates that hang together with size. No bars: this shows where the method stops being honest.
 */
export const benchOtherWorlds = (): void => {
  const methods = METHODS.filter(({ name }) => name === 'default' || name === 'Wilson-deff')
  const error = 100 * Math.sqrt((0.05 * 0.95) / DATA_SETS)
  write(
    `\nCoverage in worlds that played no part in choosing constants: ${methods.map(({ name }) => name).join(' / ')}`,
  )
  write(`${DATA_SETS} simulated sets each, standard error ${error.toFixed(2)} at 95 %`)
  write(`${''.padEnd(50)}${COUNTS.map((count) => `${count} sessions`.padStart(16)).join('')}`)
  for (const [name, session] of Object.entries(WORLDS)) {
    const random = createRandom(name)
    const draw = (): Session => session({ random, normal })
    const normal = createNormal(random)
    const truth = rateOf(Array.from({ length: TRUTH_SESSIONS }, draw))
    const columns = COUNTS.map((count) => {
      const covered = methods.map(() => 0)
      for (let set = 0; set < DATA_SETS; set++) {
        const sessions = Array.from({ length: count }, draw)
        for (const [index, { interval }] of methods.entries()) {
          const { low, high } = interval(sessions, sumsOf(sessions))
          if (low <= truth && truth <= high) covered[index] = (covered[index] ?? 0) + 1
        }
      }
      return covered
        .map((value) => ((100 * value) / DATA_SETS).toFixed(1))
        .join(' / ')
        .padStart(16)
    })
    write(`${name.padEnd(50)}${columns.join('')}`)
  }
}

const COUNTS = [5, 10, 20, 50, 200]

const WORLDS: Record<string, (dice: Dice) => Session> = {
  'one session in ten fails at 60 %, the rest at 1 %': (dice) =>
    errorsOf(lognormal(40, 0.5, dice), dice.random() < 0.1 ? 0.6 : 0.01, dice),
  'three in a hundred fail at 50 %, the rest at 2 %': (dice) => errorsOf(40, dice.random() < 0.03 ? 0.5 : 0.02, dice),
  'normal logits about 7 %': (dice) =>
    errorsOf(lognormal(40, 0.8, dice), 1 / (1 + Math.exp(2.6 - dice.normal())), dice),
  'longer sessions are worse': (dice) => {
    const n = lognormal(40, 1, dice)
    return errorsOf(n, beta(Math.min(0.6, 0.04 * (1 + n / 80)), 0.1, dice), dice)
  },
  'longer sessions are better': (dice) => {
    const n = lognormal(40, 1, dice)
    return errorsOf(n, beta(0.15 / (1 + n / 40), 0.1, dice), dice)
  },
  'sessions of 5 calls, 10 %, ICC 0.1': (dice) => errorsOf(5, beta(0.1, 0.1, dice), dice),
  'sessions of 300 calls, 8 %, ICC 0.1': (dice) => errorsOf(300, beta(0.08, 0.1, dice), dice),
  'half of all calls fail, ICC 0.5': (dice) => errorsOf(40, beta(0.5, 0.5, dice), dice),
  '8 %, ICC 0.4': (dice) => errorsOf(40, beta(0.08, 0.4, dice), dice),
  'Pareto sizes, 8 %, ICC 0.1': (dice) =>
    errorsOf(Math.min(5000, Math.round(10 * (1 - dice.random()) ** (-1 / 1.5))), beta(0.08, 0.1, dice), dice),
}

const errorsOf = (n: number, rate: number, { random }: Dice): Session => ({ x: binomial(n, rate, random), n })

const lognormal = (mean: number, deviation: number, { normal }: Dice): number =>
  Math.max(1, Math.round(mean * Math.exp(deviation * normal() - (deviation * deviation) / 2)))

const beta = (rate: number, icc: number, { random, normal }: Dice): number => {
  const strength = 1 / icc - 1
  const errors = gamma(rate * strength, random, normal)
  const rest = gamma((1 - rate) * strength, random, normal)
  return errors + rest > 0 ? errors / (errors + rest) : 0
}

const rateOf = (sessions: readonly Session[]): number => {
  let [x, n] = [0, 0]
  for (const session of sessions) {
    x += session.x
    n += session.n
  }
  return x / n
}

const write = (line: string): void => void process.stdout.write(`${line}\n`)
