import type { ArmOfExperiment, Declaration, Trial, Verdict } from '../schema/experiment.ts'
import type { EffectReport, NeededReport } from '../schema/listing/experiment-report.ts'
import { effectOf, reportEffect } from './effect.ts'
import type { EffectOptions, RawEffect } from './raw-effect.ts'
import { metricValue, type MetricScale } from './metric-scale.ts'
import { type SortedTrials, sortTrials } from './sort-trials.ts'
import { meanOf, type TwoArms } from './units.ts'
import { detectableEffect, judge, unitsToVerdict } from './verdict.ts'

/** The primary metric of one arm against the first, with what it comes to. */
export interface PrimaryComparison {
  effect: EffectReport
  verdict: Verdict
  why: string
  needed: NeededReport | null
  decidedBy: 'fixed' | 'always-valid'
  /** The interval that the verdict rests on. */
  decided: { low: number; high: number } | null
  raw: RawEffect
  scale: MetricScale
  options: EffectOptions
  arms: TwoArms
}

/** The primary comparison alone, for simulations that need nothing else: a hundred times as fast as the whole analysis. */
export const analysePrimary = (declaration: Declaration, trials: readonly Trial[]): PrimaryComparison[] =>
  comparePrimary(declaration, sortTrials(declaration, trials))

/** Every arm against the first by the primary metric. Alpha is split evenly, so that all verdicts together keep the level. */
export const comparePrimary = (
  declaration: Declaration,
  { valid, invalid }: Pick<SortedTrials, 'valid' | 'invalid'>,
): PrimaryComparison[] =>
  armPairs(declaration).map((arms) => {
    const { design, primary: metric, stopping, margin, seed } = declaration
    const alpha = declaration.alpha / (declaration.arms.length - 1)
    const tightestAt = (stopping.rule === 'fixed' ? stopping.n : stopping.most) ?? USUAL_UNITS
    const options: EffectOptions = { metric, alpha, tightestAt, seed: `${seed}` }
    const found = effectOf(valid, arms, { ...options, design })
    const { raw, scale } = found
    const attempted = attemptedUnits(declaration, arms, [...valid, ...invalid])
    const by = { margin, alpha, stopping, scale, attempted, unit: UNITS[design] }
    const judgement = judge(raw, by)
    const effect = reportEffect(found, arms, options)
    const isAtEnd = design === 'observational' || (stopping.rule === 'fixed' && attempted <= stopping.n)
    const fixed = effect.low === null || effect.high === null ? null : { low: effect.low, high: effect.high }
    return {
      effect,
      ...judgement,
      needed:
        judgement.verdict === 'not-enough-data'
          ? neededFor({ raw, by: { ...by, tightestAt }, declaration, arms, valid })
          : null,
      decidedBy: isAtEnd ? 'fixed' : 'always-valid',
      decided: isAtEnd ? fixed : effect.alwaysValid,
      raw,
      scale,
      options,
      arms,
    }
  })

/** Where nothing was declared, intervals are made tightest here. */
const USUAL_UNITS = 100

const UNITS: Record<Declaration['design'], string> = {
  paired: 'tasks',
  live: 'sessions',
  reversal: 'cycles',
  observational: 'sessions',
}

/** The first arm with each of the others. */
export const armPairs = ({ arms }: Pick<Declaration, 'arms'>): TwoArms[] => {
  const [first, ...others] = arms
  if (first === undefined) return []
  return others.map((other) => ({
    a: first.name,
    b: other.name,
    share: shareOf(first, other),
    areAll: arms.length === 2,
  }))
}

const shareOf = (first: ArmOfExperiment, other: ArmOfExperiment): number | null =>
  first.share === null || other.share === null || first.share + other.share <= 0
    ? null
    : other.share / (first.share + other.share)

/**
 * Tasks or cycles that ran in both arms, or sessions of either, valid or not: what the declared n counts. A task has run once all of its
 * repeats have; repeats of different tasks add up, so that the last one missing leaves one task open.
 */
export const attemptedUnits = (
  { design, repeats }: Pick<Declaration, 'design' | 'repeats'>,
  { a, b }: Pick<TwoArms, 'a' | 'b'>,
  trials: readonly Trial[],
): number => {
  if (design === 'live' || design === 'observational')
    return new Set(trials.filter(({ arm }) => arm === a || arm === b).map(({ task }) => task)).size
  const keys = (name: string): Set<string> =>
    new Set(
      trials
        .filter(({ arm }) => arm === name)
        .map(({ task, repeat }) => (design === 'reversal' ? `${repeat}` : `${task}\0${repeat}`)),
    )
  const both = keys(a).intersection(keys(b)).size
  return design === 'reversal' ? both : Math.floor(both / repeats)
}

const neededFor = ({
  raw,
  by,
  declaration,
  arms,
  valid,
}: {
  raw: RawEffect
  by: Parameters<typeof unitsToVerdict>[1] extends infer By ? Omit<By, 'isPaired'> : never
  declaration: Declaration
  arms: TwoArms
  valid: readonly Trial[]
}): NeededReport | null => {
  const { stopping, design, repeats } = declaration
  const isPaired = design === 'paired' || design === 'reversal'
  const units =
    stopping.rule === 'fixed' && by.attempted < stopping.n
      ? stopping.n - by.attempted
      : unitsToVerdict(raw, { ...by, isPaired })
  if (units === null || raw.estimate === null) return null
  const assumed = by.scale.kind === 'log' ? Math.expm1(raw.estimate) : raw.estimate
  const cost = (arm: string): number | undefined =>
    meanOf(valid.filter((trial) => trial.arm === arm).flatMap((trial) => metricValue(trial, 'cost-usd') ?? []))
  const [first, second] = [cost(arms.a), cost(arms.b)]
  const detectable = detectableEffect(raw, raw.scores.length + units, { ...by, isPaired })
  if (first === undefined || second === undefined) return { units, assumed, costUsd: null, detectable }
  const share = arms.share ?? 0.5
  const unitCost = isPaired ? repeats * (first + second) : (1 - share) * first + share * second
  return { units, assumed, costUsd: units * unitCost, detectable }
}
