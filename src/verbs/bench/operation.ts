import type { App } from '../../app.ts'
import { analyse } from '../../experiment/analyse.ts'
import { declare, resample } from '../../experiment/bench/resample.ts'
import { driftTrap, leakTrap } from '../../experiment/bench/traps.ts'
import { AppError } from '../../lib/error.ts'
import type { BenchReport } from './shape.ts'
import { runWhole } from './whole-operation.ts'

export type { BenchReport } from './shape.ts'

export interface BenchInput {
  /** The planted effect, in points of success. */
  effectPoints: number
  tasks: number
  repeats: number
  replications: number
  seed: number
  history: number
}

/** Differences below five points are of no practical importance. */
export const MARGIN = 0.05
export const ALPHA = 0.05
/** All examples that the template has. */
const WARM_DOSE = 15

/**
 * Runs the bench once with the product's own code, then resamples its trials many times. The report says whether the
 * analysis finds the planted effect, and how often it is wrong.
 */
export const bench = async (app: App, input: BenchInput): Promise<BenchReport> => {
  const { effectPoints, tasks, repeats, replications, seed, history } = checked(input)
  const run = await runWhole(app, { effectPoints, tasks, repeats, history, seed, dose: WARM_DOSE })
  const report = analyse(declare(tasks, { seed, margin: MARGIN, alpha: ALPHA, repeats }), run.trials)
  const { estimate, low, high, alwaysValid } = report.primary
  return {
    effect: effectPoints,
    tasks,
    repeats,
    seed,
    ...resample(run.pool, { replications, pairs: tasks, repeats, seed, margin: MARGIN, alpha: ALPHA }),
    run: { verdict: report.verdict, estimate, low, high, alwaysValid, pairs: report.pairs },
    agent: run.pool.settings,
    learnt: run.learnt,
    traps: { drift: driftTrap(run.tasks, seed), leak: leakTrap(run.tasks, seed) },
  }
}

const MOST_TASKS = 2_000
const MOST_REPEATS = 10
const MOST_REPLICATIONS = 10_000

const checked = (input: BenchInput): BenchInput => {
  const { effectPoints, tasks, repeats, replications } = input
  if (!Number.isFinite(effectPoints) || Math.abs(effectPoints) > 100)
    throw new AppError('usage', `an effect lies between -100 and 100 points, not at ${effectPoints}`)
  if (tasks < 2 || tasks > MOST_TASKS)
    throw new AppError('usage', `the bench takes 2 to ${MOST_TASKS} tasks, not ${tasks}`)
  if (repeats > MOST_REPEATS)
    throw new AppError('usage', `a task runs at most ${MOST_REPEATS} times in each arm, not ${repeats}`)
  if (replications > MOST_REPLICATIONS)
    throw new AppError('usage', `the bench makes at most ${MOST_REPLICATIONS} replications, not ${replications}`)
  return input
}
