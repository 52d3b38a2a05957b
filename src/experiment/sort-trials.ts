import type { Declaration, Trial } from '../schema/experiment.ts'
import { canonicalJson } from '../template/canonical.ts'

/** Trials as the analysis takes them: in one order, whatever order they came in. */
export interface SortedTrials {
  /** One for each task, repeat and arm. */
  valid: Trial[]
  invalid: Trial[]
  /** Trials that are left out, each with the reason. */
  warnings: string[]
}

/**
 * Puts trials into one order and leaves out those that cannot count: of arms and tasks that were not declared, and all but the last of a
 * task, repeat and arm that ran again. The answer does not depend on the order that trials come in.
 */
export const sortTrials = (
  { arms, tasks, design }: Pick<Declaration, 'arms' | 'tasks' | 'design'>,
  trials: readonly Trial[],
): SortedTrials => {
  const armNames = new Set(arms.map(({ name }) => name))
  const taskIds = new Set(tasks.map(({ id }) => id))
  const isForeignTask = ({ task }: Trial): boolean => design === 'paired' && taskIds.size > 0 && !taskIds.has(task)
  const ofArms = trials.filter(({ arm }) => armNames.has(arm))
  const known = ofArms.filter((trial) => !isForeignTask(trial)).toSorted(inOrder)
  const invalid = known.filter(({ end }) => end === 'invalid')
  const ran = known.filter(({ end }) => end !== 'invalid')
  const kept = lastOfEach(ran)
  const { valid, crossed } = design === 'live' ? inOneArm(kept) : { valid: kept, crossed: 0 }
  return {
    valid,
    invalid,
    warnings: [
      ...warnIf(trials.length - ofArms.length, 'of an arm that was not declared; left out'),
      ...warnIf(ofArms.length - known.length, 'of a task that was not declared; left out'),
      ...warnIf(
        ran.length - kept.length,
        'recorded more than once for the same task, repeat and arm; the last one counts',
      ),
      ...warnIf(crossed, 'of a session that is in two arms; the first one counts'),
    ],
  }
}

const warnIf = (count: number, what: string): string[] =>
  count === 0 ? [] : [`${count} ${count === 1 ? 'trial is' : 'trials are'} ${what}.`]

const inOrder = (one: Trial, other: Trial): number =>
  byText(one.task, other.task) ||
  one.repeat - other.repeat ||
  byText(one.arm, other.arm) ||
  (one.startedAt ?? 0) - (other.startedAt ?? 0) ||
  byText(canonicalJson(one), canonicalJson(other))

const byText = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

/** A pair with an invalid half runs again as a whole, so that the last trial of each arm belongs to the pair that counts. */
const lastOfEach = (ran: readonly Trial[]): Trial[] =>
  ran.filter((trial, index) => {
    const next = ran[index + 1]
    return next === undefined || next.task !== trial.task || next.repeat !== trial.repeat || next.arm !== trial.arm
  })

/** A live session has one arm; where two are on record, the earlier arm was the assigned one. */
const inOneArm = (trials: readonly Trial[]): { valid: Trial[]; crossed: number } => {
  const valid = [...Map.groupBy(trials, ({ task }) => task).values()].flatMap((own) => {
    const [first] = own.toSorted((one, other) => (one.startedAt ?? 0) - (other.startedAt ?? 0) || inOrder(one, other))
    return own.every(({ arm }) => arm === first?.arm) ? own : own.filter(({ arm }) => arm === first?.arm)
  })
  return { valid, crossed: trials.length - valid.length }
}
