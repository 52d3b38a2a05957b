import type { App } from '../../app.ts'
import { analyse } from '../../experiment/analyse.ts'
import { USUAL_AGENT } from '../../experiment/bench/generator.ts'
import { declare } from '../../experiment/bench/resample.ts'
import { COLD, luckOf, readContext, tryTask } from '../../experiment/bench/scripted-trial.ts'
import { type BenchTask, generateTask } from '../../experiment/bench/task.ts'
import { AppError } from '../../lib/error.ts'
import type { Declaration, Trial } from '../../schema/experiment.ts'
import { ALPHA, MARGIN } from './operation.ts'
import type { BenchDoses } from './shape.ts'
import { SCRIPTED, writeHistory } from './whole-operation.ts'
import { openWorkshop } from './workshop-operation.ts'

export interface DoseInput {
  doses: readonly number[]
  tasks: number
  seed: number
  history: number
}

/** This agent follows most of what it reads, so that the effect of a dose can show. */
const WILLING = { ...USUAL_AGENT, uptake: 0.9 }
const MOST_DOSE = 15

/**
 * Minimum warm-up: measures success for each number of examples, and finds the smallest dose whose success cannot be
 * told from that of the best dose.
 */
export const benchDoses = async (app: App, input: DoseInput): Promise<BenchDoses> => {
  const doses = checked(input.doses)
  const workshop = await openWorkshop(app)
  try {
    await writeHistory(workshop, input)
    await workshop.buildTemplate()
    const tasks = depotTasks(input)
    const trials: Trial[] = []
    for (const dose of doses) {
      const depot = dose === 0 ? '' : await workshop.seed(dose)
      const context = readContext({ ...COLD, depot })
      for (const [index, task] of tasks.entries()) {
        const luck = luckOf(input.seed, index, 20_000 + dose)
        const { isPassed, made } = tryTask({ task, context, settings: WILLING, luck })
        trials.push(trialOf(task, { dose, isPassed, steps: made.length, at: index }))
      }
    }
    const report = analyse(declaration(doses, input), trials)
    if (report.dose === null) throw new AppError('usage', 'doses need three different numbers, 0 among them')
    return { tasks: tasks.length, seed: input.seed, ...report.dose }
  } finally {
    await workshop.close()
  }
}

/** Only tasks of the depot: lessons of the repository have no dose. */
const depotTasks = ({ tasks, seed }: DoseInput): BenchTask[] => {
  const found: BenchTask[] = []
  for (let index = 0; found.length < tasks; index++) {
    const task = generateTask(seed, index)
    if (task.goal.kind === 'order') found.push(task)
  }
  return found
}

const nameOf = (dose: number): string => (dose === 0 ? 'cold' : `dose-${dose}`)

const declaration = (doses: readonly number[], { tasks, seed }: DoseInput): Declaration => ({
  ...declare(tasks, { seed, margin: MARGIN, alpha: ALPHA, repeats: 1 }),
  arms: doses.map((dose) => ({
    name: nameOf(dose),
    treatment: dose === 0 ? { kind: 'cold' } : { kind: 'warm', dose, form: 'text' },
    share: null,
  })),
})

const trialOf = (
  task: BenchTask,
  { dose, isPassed, steps, at }: { dose: number; isPassed: boolean; steps: number; at: number },
): Trial => ({
  task: task.id,
  repeat: 1,
  arm: nameOf(dose),
  end: isPassed ? 'pass' : 'fail',
  reason: null,
  score: null,
  metrics: { steps },
  model: SCRIPTED,
  taskType: task.goal.kind,
  propensity: null,
  exposed: dose > 0,
  startedAt: at,
  session: null,
})

const checked = (doses: readonly number[]): number[] => {
  const sorted = [...new Set(doses)].toSorted((one, other) => one - other)
  const isWrong = sorted.some((dose) => !Number.isInteger(dose) || dose < 0 || dose > MOST_DOSE)
  if (isWrong || sorted[0] !== 0 || sorted.length < 3)
    throw new AppError('usage', `doses are whole numbers from 0 to ${MOST_DOSE}, at least three, 0 among them`, {
      hint: '--doses 0,1,3,5,10,15',
    })
  return sorted
}
