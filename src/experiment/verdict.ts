import { asymptoticRadius } from '../lib/stats/asymptotic-sequence.ts'
import { type DifferenceCell, differenceCells, differenceEvidence } from '../lib/stats/difference-bets.ts'
import { normalQuantile } from '../lib/stats/normal.ts'
import { detectablePairedDifference } from '../lib/stats/power.ts'
import type { Stopping, Verdict } from '../schema/experiment.ts'
import type { RawEffect } from './raw-effect.ts'
import type { MetricScale } from './metric-scale.ts'

export interface Judgement {
  verdict: Verdict
  why: string
}

export interface JudgedBy {
  margin: number
  alpha: number
  stopping: Stopping
  scale: MetricScale
  /** Units that ran in both arms, whether valid or not. */
  attempted: number
  /** What a unit is called, in the plural. */
  unit: string
}

/**
 * What an effect says. An experiment of fixed size speaks once, at its declared end; every other one by the interval that allows for
 * looking. An interval inside the margin says that there is no practical difference, even where it leaves 0 out.
 */
export const judge = (raw: RawEffect, by: JudgedBy): Judgement => {
  const { stopping, attempted, unit } = by
  if (raw.estimate === null) return { verdict: 'not-enough-data', why: `no ${unit} can be compared yet` }
  if (stopping.rule === 'fixed' && attempted < stopping.n)
    return {
      verdict: 'not-enough-data',
      why: `${attempted} of the declared ${stopping.n} ${unit} are there, and the declaration allows one look at the end`,
    }
  const isAtEnd = stopping.rule === 'fixed' && attempted === stopping.n
  const interval = isAtEnd ? raw.fixed : raw.alwaysValid
  if (interval === null)
    return { verdict: 'not-enough-data', why: `too few ${unit} for an interval that may be looked at early` }
  const verdict = verdictOf(interval, by)
  // An exact test may be more careful than its interval; both must agree.
  if (isAtEnd && (verdict === 'helps' || verdict === 'hurts') && (raw.p ?? 1) >= by.alpha)
    return { verdict: 'not-enough-data', why: 'the exact test does not confirm what the interval shows' }
  return { verdict, why: WHY[verdict] }
}

const WHY: Record<Verdict, string> = {
  helps: 'the interval lies on the better side of 0',
  hurts: 'the interval lies on the worse side of 0',
  'no-practical-difference': 'the interval lies inside the margin',
  'not-enough-data': 'the interval allows for a difference that matters and for none',
}

interface Interval {
  low: number
  high: number
}

const verdictOf = ({ low, high }: Interval, { margin, scale }: Pick<JudgedBy, 'margin' | 'scale'>): Verdict => {
  const [least, most] =
    scale.kind === 'log' ? [Math.log(Math.max(1 - margin, 1e-9)), Math.log1p(margin)] : [-margin, margin]
  if (low > least && high < most) return 'no-practical-difference'
  const [worst, best] = scale.better === 'more' ? [low, high] : [-high, -low]
  if (worst > 0) return 'helps'
  return best < 0 ? 'hurts' : 'not-enough-data'
}

/** A forecast stops here: no experiment waits for more units. */
const MOST_UNITS = 100_000
/** With more different values than this the asymptotic interval, a little tighter, is near enough for a forecast. */
const MOST_CELLS = 50

/** How many more units settle it, if they are like those so far; null where that would take too many or cannot be told. */
export const unitsToVerdict = (
  raw: RawEffect,
  by: JudgedBy & { isPaired: boolean; tightestAt: number },
): number | null => {
  const n = raw.scores.length
  if (n < 2 || raw.estimate === null) return null
  const cells = differenceCells(raw.scores)
  const isBet = by.scale.kind === 'bounded' && by.isPaired && cells.length <= MOST_CELLS
  const isSettled = isBet ? betsSettle(cells, { n, estimate: raw.estimate }, by) : asymptoticSettles(raw, by)
  if (!isSettled(MOST_UNITS)) return null
  let [few, enough] = [n, MOST_UNITS]
  while (enough - few > 1) {
    const middle = Math.floor((few + enough) / 2)
    if (isSettled(middle)) enough = middle
    else few = middle
  }
  return enough - n
}

type Settles = (units: number) => boolean

/** Asks about 0 and both margins alone: looking for the ends of an interval at every size would take twenty times as long. */
const betsSettle = (
  cells: readonly DifferenceCell[],
  { n, estimate }: { n: number; estimate: number },
  { alpha, margin }: Pick<JudgedBy, 'alpha' | 'margin'>,
): Settles => {
  const isInside = Math.abs(estimate) < margin
  return (units) => {
    const grown = cells.map(({ value, count }) => ({ value, count: (count * units) / n }))
    const isRefuted = (candidate: number): boolean => differenceEvidence(grown, candidate) >= Math.log(1 / alpha)
    return isRefuted(0) || (isInside && isRefuted(margin) && isRefuted(-margin))
  }
}

const asymptoticSettles = (
  { scores, estimate }: RawEffect,
  by: Pick<JudgedBy, 'alpha' | 'margin' | 'scale'> & { tightestAt: number },
): Settles => {
  const mean = estimate ?? 0
  const variance = scores.reduce((sum, score) => sum + (score - mean) ** 2, 0) / scores.length
  return (units) => {
    const radius = asymptoticRadius({ variance, n: units }, by)
    return verdictOf({ low: mean - radius, high: mean + radius }, by) !== 'not-enough-data'
  }
}

/** What four of five experiments are called in a power analysis. */
const POWER = 0.8

/** The smallest effect that is found in four of five experiments of this many units, if outcomes vary as they did so far. */
export const detectableEffect = (
  { scores, estimate }: RawEffect,
  units: number,
  by: Pick<JudgedBy, 'alpha' | 'scale' | 'stopping'> & { isPaired: boolean; tightestAt: number },
): number | null => {
  if (scores.length < 2 || estimate === null) return null
  const isOneLook = by.stopping.rule === 'fixed'
  if (isOneLook && by.isPaired && scores.every((score) => score === 0 || Math.abs(score) === 1)) {
    const discordant = scores.filter((score) => score !== 0).length / scores.length
    return discordant === 0
      ? null
      : detectablePairedDifference(discordant, { pairs: units, alpha: by.alpha, power: POWER })
  }
  const variance = scores.reduce((sum, score) => sum + (score - estimate) ** 2, 0) / scores.length
  const error = Math.sqrt(variance / units)
  const radius = isOneLook ? normalQuantile(1 - by.alpha / 2) * error : asymptoticRadius({ variance, n: units }, by)
  const smallest = radius + normalQuantile(POWER) * error
  return by.scale.kind === 'log' ? Math.expm1(smallest) : smallest
}
