import { betaCdf, betaQuantile } from '../lib/stats/beta.ts'

/** A template that is relevant enough, with what sessions earned that were given it. */
export interface Contender {
  score: number
  /** Sessions that came back. */
  sessions: number
  /** Sum of their rewards, each between 0 and 1. */
  reward: number
}

/** A template without sessions of its own is judged by the others; their average weighs as much as this many sessions. */
const PRIOR_SESSIONS = 2
/** Shared out evenly, so that every contender keeps being tried and no propensity comes near 0. */
const EXPLORED = 0.1
/** Points of each distribution at which it is compared with the others. */
const POINTS = 64
/** Means that differ by less are equal. */
const ROUNDING = 1e-12

/**
 * For every contender the probability that it is the best of them by what is known so far (Thompson sampling, worked out
 * instead of simulated, so that it can be written down), with a small share for trying each. Sums to 1.
 */
export const propensities = (contenders: readonly Contender[]): number[] => {
  // Where nothing came back yet all beliefs are the same, and there is nothing to work out.
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

/** The index that a number in [0, 1) falls on, when each index takes as much room as its probability. */
export const pick = (probabilities: readonly number[], draw: number): number => {
  let upTo = 0
  for (const [index, probability] of probabilities.entries()) {
    upTo += probability
    if (draw < upTo) return index
  }
  return probabilities.length - 1
}

/** The one to give where nothing may be drawn: the highest mean reward, then the most relevant, then the first. */
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
  // One success and one failure more than there were: a mean of exactly 0 or 1 would leave nothing to doubt.
  const mean = (reward + 1) / (sessions + 2)
  return contenders.map((each) => ({
    a: PRIOR_SESSIONS * mean + each.reward,
    b: PRIOR_SESSIONS * (1 - mean) + (each.sessions - each.reward),
  }))
}
