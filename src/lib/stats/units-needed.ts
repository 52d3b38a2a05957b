import { type ScoreBets, STAKES } from './score-bets.ts'

/** What the next units are expected to show. */
export interface Expectation {
  /** Rate of events where the treatment is withheld. */
  rate: number
  /** Share of events that the treatment prevents; below 0 it causes some. */
  prevented: number
  /** Probability of being given. */
  probability: number
}

/**
 * How many more units it takes until bets against "no effect" have won 1 / alpha, if the next units are as expected.
 * Null if that would take longer than a person waits, as it does without an effect.
 */
export const unitsNeeded = (
  bets: Pick<ScoreBets, 'logCapitals'>,
  expected: Expectation,
  alpha = 0.05,
): number | null => {
  const growth = growthOf(expected)
  const capitals = bets.logCapitals()
  const reaches = (units: number): boolean =>
    logMean(capitals.map((capital, index) => capital + units * (growth[index] ?? 0))) >= Math.log(1 / alpha)
  if (reaches(0)) return 0
  if (!reaches(MOST_UNITS)) return null
  let [few, enough] = [0, MOST_UNITS]
  while (enough - few > 1) {
    const middle = Math.floor((few + enough) / 2)
    if (reaches(middle)) enough = middle
    else few = middle
  }
  return enough
}

const MOST_UNITS = 5_000

/** The average growth of the logarithm of each bet's capital with one unit. */
const growthOf = ({ rate, prevented, probability: p }: Expectation): number[] => {
  const given = Math.min(Math.max(rate * (1 - prevented), 0), 1)
  const mean = p * given + (1 - p) * rate
  const scores: [chance: number, score: number][] = [
    [p * given, (1 - mean) / p],
    [p * (1 - given), -mean / p],
    [(1 - p) * rate, (mean - 1) / (1 - p)],
    [(1 - p) * (1 - rate), mean / (1 - p)],
  ]
  const low = Math.max(mean / p, (1 - mean) / (1 - p))
  const high = Math.max((1 - mean) / p, mean / (1 - p))
  const grown = (factor: number): number =>
    scores.reduce((sum, [chance, score]) => sum + (chance === 0 ? 0 : chance * Math.log1p(factor * score)), 0)
  return [...STAKES.map((stake) => grown(stake / low)), ...STAKES.map((stake) => grown(-stake / high))]
}

const logMean = (logs: readonly number[]): number => {
  const largest = Math.max(...logs)
  if (!Number.isFinite(largest)) return largest
  return largest + Math.log(logs.reduce((sum, each) => sum + Math.exp(each - largest), 0) / logs.length)
}
