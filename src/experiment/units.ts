import type { Metric, Trial } from '../schema/experiment.ts'
import { metricValue, type MetricScale, scaleOf } from './metric-scale.ts'

/** One task (or cycle of a reversal) with the means of two arms. */
export interface PairedUnit {
  id: string
  /** Mean of the first arm, on the scale of the comparison. */
  a: number
  b: number
  /** Start of its last trial; null where none is known. */
  at: number | null
}

/** One session of a design that draws an arm for each. */
export interface DrawnSession {
  /** Null: it drew another arm than these two. */
  isGiven: boolean | null
  /** Of the second of two arms, or 1 minus that of the first where it drew the first. Null: it was not recorded. */
  probability: number | null
  value: number
  stratum: string
  at: number | null
}

export interface PairedUnits {
  units: PairedUnit[]
  scale: MetricScale
}

export interface DrawnUnits {
  sessions: DrawnSession[]
  scale: MetricScale
}

/** The first arm and another one. */
export interface TwoArms {
  a: string
  b: string
  /** The declared probability of the other one, if one of the two was drawn; null where arms are not drawn. */
  share: number | null
  /** Whether the experiment has no third arm. */
  areAll: boolean
}

/**
 * Tasks that both arms have valid trials of. Repeats of a task are alike, so that each task counts once, with the mean of its trials.
 * `by` names the unit: the task, or the cycle of a reversal.
 */
export const pairUnits = (
  trials: readonly Trial[],
  { a, b }: TwoArms,
  { metric, by }: { metric: Metric; by: (trial: Trial) => string },
): PairedUnits => {
  const known = knownValues(trials, [a, b], metric)
  const scale = scaleOf(
    metric,
    known.map(({ value }) => value),
  )
  const units: PairedUnit[] = []
  for (const [id, own] of Map.groupBy(known, ({ trial }) => by(trial))) {
    const mean = (arm: string): number | undefined =>
      meanOf(own.filter(({ trial }) => trial.arm === arm).map((each) => scaled(each.value, scale)))
    const [first, second] = [mean(a), mean(b)]
    if (first === undefined || second === undefined) continue
    units.push({ id, a: first, b: second, at: lastStart(own.map(({ trial }) => trial)) })
  }
  return { units, scale }
}

/**
 * Sessions in the order of their start, which is the order in which they may predict each other. Sessions of a third arm count with them where probabilities
 * are known: those are probabilities among all arms.
 */
export const drawUnits = (trials: readonly Trial[], { a, b, share, areAll }: TwoArms, metric: Metric): DrawnUnits => {
  const known = knownValues(trials, areAll ? [a, b] : [...new Set(trials.map(({ arm }) => arm))], metric)
  const scale = scaleOf(
    metric,
    known.filter(({ trial: { arm } }) => arm === a || arm === b).map(({ value }) => value),
  )
  const sessions = [...Map.groupBy(known, ({ trial }) => trial.task).values()].flatMap((own): DrawnSession[] => {
    const [first] = own
    if (first === undefined) return []
    const { arm, propensity, model, taskType, startedAt } = first.trial
    const isGiven = arm === b ? true : arm === a ? false : null
    // Without a probability of its own a session is taken to be drawn from these two alone.
    if (isGiven === null && propensity === null) return []
    return [
      {
        isGiven,
        probability: propensity === null ? share : isGiven === true ? propensity : 1 - propensity,
        value: isGiven === null ? 0 : (meanOf(own.map((each) => scaled(each.value, scale))) ?? 0),
        stratum: `${taskType ?? '?'} · ${model ?? '?'}`,
        at: startedAt,
      },
    ]
  })
  // Sorting is stable, and trials come in one order, so that sessions of the same moment keep it.
  return { sessions: sessions.toSorted((one, other) => (one.at ?? 0) - (other.at ?? 0)), scale }
}

const knownValues = (
  trials: readonly Trial[],
  arms: readonly string[],
  metric: Metric,
): { trial: Trial; value: number }[] =>
  trials.flatMap((trial) => {
    const value = arms.includes(trial.arm) ? metricValue(trial, metric) : undefined
    return value === undefined ? [] : [{ trial, value }]
  })

const scaled = (value: number, { kind }: MetricScale): number => (kind === 'log' ? Math.log(value) : value)

export const meanOf = (values: readonly number[]): number | undefined =>
  values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0) / values.length

const lastStart = (trials: readonly Trial[]): number | null =>
  trials.reduce<number | null>(
    (last, { startedAt }) => (startedAt === null ? last : Math.max(last ?? startedAt, startedAt)),
    null,
  )
