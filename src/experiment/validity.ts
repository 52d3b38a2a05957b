import { fisherExact } from '../lib/stats/fisher.ts'
import { sampleRatio } from '../lib/stats/sample-ratio.ts'
import type { ArmOfExperiment, Declaration, Trial } from '../schema/experiment.ts'
import type { EffectReport, ExperimentReport } from '../schema/listing/experiment-report.ts'
import type { SortedTrials } from './sort-trials.ts'

type Arms = ExperimentReport['arms']

/** More invalid trials than this share in any arm leave no verdict. */
const MOST_INVALID = 0.1
const ALPHA = 0.05
/** A chance this small is not chance: the level at which the trade calls a ratio of assigned units broken. */
const RATIO_ALARM = 0.001

/** Whether too many trials are invalid, or the arms lose unequally many: then what is left is not comparable. */
export const invalidTrials = (arms: Arms): ExperimentReport['invalid'] => {
  const [trials, invalid] = [sum(arms, ({ trials }) => trials), sum(arms, ({ invalid }) => invalid)]
  const [first, ...others] = arms
  const ps = others.map((other) =>
    fisherExact(
      other.invalid,
      other.trials - other.invalid,
      first?.invalid ?? 0,
      (first?.trials ?? 0) - (first?.invalid ?? 0),
    ),
  )
  const p = trials === 0 || ps.length === 0 ? null : Math.min(...ps)
  const isMany = arms.some((arm) => arm.trials > 0 && arm.invalid / arm.trials > MOST_INVALID)
  return {
    trials: invalid,
    of: trials,
    share: trials === 0 ? 0 : invalid / trials,
    p,
    isBlocking: isMany || (p !== null && p < ALPHA),
  }
}

/** Whether arms were drawn as often as declared, over all and in each stratum; null where arms are not drawn. */
export const assignedRatio = (
  { design, arms }: Pick<Declaration, 'design' | 'arms'>,
  { valid, invalid }: Pick<SortedTrials, 'valid' | 'invalid'>,
): ExperimentReport['sampleRatio'] => {
  const shares = arms.map(({ name, share }) => ({ name, share: share ?? 0 }))
  if (design !== 'live' || shares.some(({ share }) => share <= 0)) return null
  const assigned = sessionsOf([...valid, ...invalid])
  const ratio = (sessions: readonly Trial[]): number | null =>
    sampleRatio(shares.map(({ name, share }) => ({ share, count: sessions.filter(({ arm }) => arm === name).length })))
  const p = ratio(assigned)
  const strata = [...Map.groupBy(assigned, ({ taskType, model }) => `${taskType ?? '?'} · ${model ?? '?'}`)].flatMap(
    ([stratum, own]) => {
      const each = ratio(own)
      return each === null ? [] : [{ stratum, p: each, isAlarm: each < RATIO_ALARM }]
    },
  )
  const isAlarm = (p !== null && p < RATIO_ALARM) || strata.some((stratum) => stratum.isAlarm)
  return { p, isAlarm, strata: strata.toSorted((one, other) => (one.stratum < other.stratum ? -1 : 1)) }
}

const sessionsOf = (trials: readonly Trial[]): Trial[] => [
  ...new Map(trials.map((trial) => [`${trial.task}\0${trial.arm}`, trial])).values(),
]

/** Sessions that were not given what their arm says, and the effect on the sessions that were. */
export const exposureOf = (
  arms: Arms,
  effect: EffectReport,
  declared: readonly ArmOfExperiment[],
): ExperimentReport['exposure'] => {
  const share = (name: string): number | null => {
    const arm = arms.find((each) => each.name === name)
    const known = (arm?.exposed ?? 0) + (arm?.notExposed ?? 0)
    return known === 0 ? null : (arm?.exposed ?? 0) / known
  }
  // The first arm is exposed to nothing, so that "exposed" there means that it was given the other arm's seed.
  const isCold = declared.find(({ name }) => name === effect.arm)?.treatment.kind === 'cold'
  const [given, contaminated] = [isCold ? null : share(effect.arm), share(effect.against)]
  const isAlarm = (given !== null && given < 1 - MOST_INVALID) || (contaminated ?? 0) > MOST_INVALID
  const reach = (given ?? 1) - (contaminated ?? 0)
  const isTold = given !== null && reach < 1 && reach >= LEAST_REACH
  const { estimate, low, high, scale } = effect
  const adjusted =
    !isTold || scale !== 'difference' || estimate === null || low === null || high === null
      ? null
      : { estimate: estimate / reach, low: low / reach, high: high / reach }
  return { given, contaminated, isAlarm, adjusted }
}

/** If fewer than half of the arm were reached, dividing by that share says more about the share than about the effect. */
const LEAST_REACH = 0.5

const sum = <Item>(items: readonly Item[], valueOf: (item: Item) => number): number =>
  items.reduce((total, item) => total + valueOf(item), 0)
