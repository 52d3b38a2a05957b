import type { App } from '../../app.ts'
import { analyse } from '../../experiment/analyse.ts'
import { drawOf } from '../../lib/draw.ts'
import type { Declaration, Trial } from '../../schema/experiment.ts'
import type { Connection } from '../../store/connection.ts'
import { findExperiment } from './find-operation.ts'
import { readTrials } from '../../experiment/run-read-trials.ts'
import type { ExperimentAa } from './shape.ts'

/** Fewer units say nothing about a share of 1 in 20. */
const FEWEST_UNITS = 4

/**
 * Splits the trials of one arm into two random halves, many times, and analyses each split as if the halves were two
 * arms. The halves do not differ, so every difference that the analysis finds is false.
 */
export const checkAa = async (
  app: App,
  store: Connection,
  { name, arm: wanted, splits }: { name: string; arm: string | undefined; splits: number },
): Promise<ExperimentAa> => {
  const found = await findExperiment(app, store, name)
  const { id, declaration } = found
  const trials = await readTrials(store, found)
  const arm = wanted ?? declaration.arms[0]?.name ?? ''
  const own = trials.filter((trial) => trial.arm === arm && trial.end !== 'invalid')
  const units = unitsOf(declaration, own)
  const head = { id, arm, units: units.length, allowed: declaration.alpha }
  if (units.length < FEWEST_UNITS) return { ...head, splits: 0, falseFinds: 0, note: tooFew(declaration) }
  const halves = declaredAgain(declaration)
  let falseFinds = 0
  for (let split = 0; split < splits; split++) {
    const { verdict } = analyse(
      halves,
      units.flatMap((unit) => divided(unit, `${split}`)),
    )
    if (verdict === 'helps' || verdict === 'hurts') falseFinds++
  }
  return { ...head, splits, falseFinds, note: null }
}

const tooFew = ({ design }: Declaration): string =>
  design === 'paired'
    ? `an arm needs ${FEWEST_UNITS} tasks that ran at least twice: plan with --repeats 2, or with --arms cold,cold-again`
    : `an arm needs ${FEWEST_UNITS} sessions`

/** The units to split: tasks that ran at least twice in the arm, or each session of a live experiment. */
const unitsOf = ({ design }: Declaration, trials: readonly Trial[]): Trial[][] =>
  design === 'paired'
    ? [...Map.groupBy(trials, ({ task }) => task).values()].filter((own) => own.length > 1)
    : trials.map((trial) => [trial])

const declaredAgain = (declaration: Declaration): Declaration => ({
  ...declaration,
  arms: ['one', 'other'].map((name) => ({
    name,
    treatment: { kind: 'cold' },
    share: declaration.design === 'live' ? 0.5 : null,
  })),
})

/** Each half gets one run of a task. A session goes to one half. */
const divided = (unit: readonly Trial[], split: string): Trial[] => {
  const order = unit.toSorted((one, other) => placeOf(one, split) - placeOf(other, split))
  if (order.length === 1)
    return order.map((trial) => ({ ...trial, arm: placeOf(trial, split) < 0.5 ? 'one' : 'other', propensity: 0.5 }))
  return order.slice(0, 2).map((trial, index) => ({ ...trial, repeat: 1, arm: index === 0 ? 'one' : 'other' }))
}

const placeOf = ({ task, repeat }: Trial, split: string): number => drawOf('aa', split, `${task} ${repeat}`)
