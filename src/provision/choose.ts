import { betaCdf, betaQuantile } from '../lib/stats/beta.ts'

/** A template that is relevant enough, with the rewards of the sessions that were given it. */
export interface Contender {
  score: number
  /** Number of sessions that came back. */
  sessions: number
  /** Sum of their rewards, each between 0 and 1. */
  reward: number
}

/**
 * The average of all contenders weighs as much as this many sessions. So a template without sessions is judged by the
 * others.
 */
const PRIOR_SESSIONS = 2
/**
 * This share of the probability is split evenly, so that every contender keeps being tried and no propensity comes
 * near 0.
 */
const EXPLORED = 0.1
/** Number of points at which each distribution is compared with the others. */
const POINTS = 64
/** Means that differ by less than this are equal. */
const ROUNDING = 1e-12

/**
 * For every contender: the probability that it is the best by what is known so far, with a small share for trying
 * each. This is Thompson sampling, computed instead of simulated, so that the ledger can record the probability. Sums
 * to 1.
 */
export const propensities = (contenders: readonly Contender[]): number[] => {
  // If no session came back yet, all beliefs are equal and there is nothing to compute.
  if (contenders.every(({ sessions }) => sessions === 0)) return contenders.map(() => 1 / contenders.length)
  if (contenders.length === 1) return [1]
  const beliefs = beliefsOf(contenders)
  const best = beliefs.map((belief, index) => {
    let sum = 0
    for (let point = 0; point < POINTS; point++) {
      const x = betaQuantile((point + 0.5) / POINTS, belief.a, belief.b)
      let product = 1
      beliefs.forEach((other, at) => {
        if (at !== index) product *= betaCdf(x, other.a, other.b)
      })
      sum += product
    }
    return sum / POINTS
  })
  const total = best.reduce((sum, each) => sum + each, 0)
  return best.map((each) => ((1 - EXPLORED) * each) / total + EXPLORED / best.length)
}

/** The index that a number in [0, 1) falls on if each index takes as much room as its probability. */
export const pick = (probabilities: readonly number[], draw: number): number => {
  let upTo = 0
  for (const [index, probability] of probabilities.entries()) {
    upTo += probability
    if (draw < upTo) return index
  }
  return probabilities.length - 1
}

/** The contender to give if nothing may be drawn: the highest mean reward, then the most relevant, then the first. */
export const best = (contenders: readonly Contender[]): number => {
  const means = beliefsOf(contenders).map(({ a, b }) => a / (a + b))
  let found = 0
  contenders.forEach((contender, index) => {
    const [mean, record] = [means[index] ?? 0, means[found] ?? 0]
    const gain = Math.abs(mean - record) <= ROUNDING ? contender.score - (contenders[found]?.score ?? 0) : mean - record
    if (gain > 0) found = index
  })
  return found
}

const beliefsOf = (contenders: readonly Contender[]): { a: number; b: number }[] => {
  const sessions = contenders.reduce((sum, each) => sum + each.sessions, 0)
  const reward = contenders.reduce((sum, each) => sum + each.reward, 0)
  // Adds one success and one failure, because a mean of exactly 0 or 1 would leave no doubt.
  const mean = (reward + 1) / (sessions + 2)
  return contenders.map((each) => ({
    a: PRIOR_SESSIONS * mean + each.reward,
    b: PRIOR_SESSIONS * (1 - mean) + (each.sessions - each.reward),
  }))
}
