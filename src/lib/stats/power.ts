import { designEffect } from './cluster-effect.ts'
import { normalCdf, normalQuantile } from './normal.ts'

/** How calls come in sessions. Left out, calls count as independent, which they are not. */
export interface Clustering {
  icc?: number
  callsPerSession?: number
  /** Coefficient of variation of calls per session. */
  sizeSpread?: number
}

export interface TestLevels {
  /** Chance of a false alarm, two-sided. */
  alpha?: number
  power?: number
}

const ALPHA = 0.05
const POWER = 0.8

/** Calls needed in each arm to tell rate p1 from p2, rounded up. */
export const callsNeeded = (p1: number, p2: number, options: TestLevels & Clustering = {}): number =>
  Math.ceil(independentCalls(p1, p2, options) * effectOf(options) - ROUNDING)

/** Chance to tell rate p1 from p2 with this many calls in each arm. */
export const powerOfCalls = (
  p1: number,
  p2: number,
  options: { calls: number; alpha?: number } & Clustering,
): number => {
  const effective = options.calls / effectOf(options)
  const z = Math.sqrt(effective) * Math.abs(p1 - p2) - critical(options) * Math.sqrt(2 * pooledVariance(p1, p2))
  return normalCdf(z / Math.sqrt(p1 * (1 - p1) + p2 * (1 - p2)))
}

/** The rate above (or, with `direction: -1`, below) p1 that this many calls in each arm can just tell; null if there is none. */
export const detectableRate = (
  p1: number,
  options: { calls: number; direction?: 1 | -1 } & TestLevels & Clustering,
): number | null => {
  const { direction = 1, power = POWER } = options
  return crossing(p1, direction === 1 ? 1 : 0, (p2) => powerOfCalls(p1, p2, options) >= power)
}

/**
 * Pairs needed to see a difference of paired shares, when `discordant` is the share of pairs in which the two differ
 * (McNemar's test; Connor 1987).
 */
export const pairsNeeded = (difference: number, discordant: number, options: TestLevels = {}): number => {
  const root =
    critical(options) * Math.sqrt(discordant) +
    normalQuantile(options.power ?? POWER) * Math.sqrt(discordant - difference * difference)
  return Math.ceil((root / difference) ** 2 - ROUNDING)
}

/** Chance to see a difference of paired shares with this many pairs. */
export const powerOfPairs = (
  difference: number,
  discordant: number,
  options: { pairs: number; alpha?: number },
): number => {
  const z = Math.sqrt(options.pairs) * Math.abs(difference) - critical(options) * Math.sqrt(discordant)
  return normalCdf(z / Math.sqrt(discordant - difference * difference))
}

/** The smallest difference of paired shares that this many pairs can just show; null if even the largest is too small. */
export const detectablePairedDifference = (
  discordant: number,
  options: { pairs: number } & TestLevels,
): number | null =>
  crossing(0, discordant, (difference) => powerOfPairs(difference, discordant, options) >= (options.power ?? POWER))

/** A whole number that rounding lifted by a hair is still that number. */
const ROUNDING = 1e-9

const critical = ({ alpha = ALPHA }: TestLevels): number => normalQuantile(1 - alpha / 2)

const effectOf = ({ icc = 0, callsPerSession = 1, sizeSpread = 0 }: Clustering): number =>
  Math.max(1, designEffect(icc, callsPerSession, sizeSpread))

const pooledVariance = (p1: number, p2: number): number => ((p1 + p2) / 2) * (1 - (p1 + p2) / 2)

const independentCalls = (p1: number, p2: number, levels: TestLevels): number => {
  const root =
    critical(levels) * Math.sqrt(2 * pooledVariance(p1, p2)) +
    normalQuantile(levels.power ?? POWER) * Math.sqrt(p1 * (1 - p1) + p2 * (1 - p2))
  return (root / (p1 - p2)) ** 2
}

/** Where between two ends a condition that does not hold at `from` begins to hold; null when it never does. */
const crossing = (from: number, to: number, holds: (value: number) => boolean): number | null => {
  // The variance vanishes at the very ends, and with it the approximation.
  let far = from + (to - from) * (1 - 1e-9)
  if (!holds(far)) return null
  let near = from
  for (let step = 0; step < 60; step++) {
    const middle = (near + far) / 2
    if (holds(middle)) far = middle
    else near = middle
  }
  return far
}
