import { AppError } from '../lib/error.ts'
import type { Declaration, Trial } from '../schema/experiment.ts'
import type { ExperimentReport } from '../schema/listing/experiment-report.ts'
import { analyse } from './analyse.ts'
import { attemptedUnits } from './primary.ts'
import type { FinishedRun } from './runs/finished-run.ts'

/** A finished run with the name that it goes by in the comparison. */
export interface NamedRun extends FinishedRun {
  name: string
}

export interface RunComparison {
  margin: number
  alpha: number
  primary: Declaration['primary']
}

/**
 * Two finished runs of the same tasks, task by task; the difference is the second minus the first. A task counts if both runs have it
 * with the same checksum. Attempts at a task count as their mean.
 */
export const compareRuns = (
  first: NamedRun,
  second: NamedRun,
  { margin, alpha, primary }: RunComparison,
): ExperimentReport => {
  const [a, b] = areAlike(first.name, second.name) ? ['A', 'B'] : [first.name, second.name]
  const { tasks, warnings } = sharedTasks(first, second)
  if (tasks.size === 0)
    throw new AppError('nothing-to-compare', 'the two runs have no unchanged task in common', {
      hint:
        warnings.find((warning) => warning.includes('changed')) ??
        `the first has tasks such as ${someTask(first)}, the second ${someTask(second)}`,
    })
  const trials = [...trialsOf(first, a, tasks), ...trialsOf(second, b, tasks)]
  const repeats = sharedRepeats(trials, a, b)
  const arms: Declaration['arms'] = [a, b].map((name) => ({ name, treatment: { kind: 'cold' }, share: null }))
  const declaration: Declaration = {
    name: `${b} against ${a}`,
    design: 'paired',
    arms,
    primary,
    margin,
    alpha,
    stopping: { rule: 'fixed', n: attemptedUnits({ design: 'paired', repeats }, { a, b }, trials) },
    repeats,
    tasks: [...tasks].toSorted().map((id) => ({ id, checksum: '' })),
    runner: null,
    model: null,
    project: null,
    seed: 1,
    declaredAt: 0,
  }
  const report = analyse(declaration, trials)
  const issues = [first, second].flatMap(({ issues }, index) =>
    issues.map((issue) => `${index === 0 ? a : b}: ${issue}.`),
  )
  return { ...report, warnings: [...report.warnings, ...warnings, ...issues, UNDECLARED] }
}

/** Tables cut longer names here. */
const SHOWN_CHARS = 14

/** Whether two names look the same where they are cut, as those of logs that begin with their date do. */
const areAlike = (one: string, other: string): boolean =>
  one === other || one.slice(0, SHOWN_CHARS) === other.slice(0, SHOWN_CHARS)

/** How often a task ran in both runs: the most of all tasks. Further attempts of one run alone count in its means. */
const sharedRepeats = (trials: readonly Trial[], a: string, b: string): number => {
  const shared = [...Map.groupBy(trials, ({ task }) => task).values()].map((own) => {
    const repeatsOf = (name: string): Set<number> =>
      new Set(own.flatMap(({ arm, repeat }) => (arm === name ? [repeat] : [])))
    return repeatsOf(a).intersection(repeatsOf(b)).size
  })
  return shared.reduce((most, each) => Math.max(most, each), 1)
}

const UNDECLARED =
  'This comparison was not declared before the runs: the verdict holds if these two runs were not picked from several.'

const sharedTasks = (first: FinishedRun, second: FinishedRun): { tasks: Set<string>; warnings: string[] } => {
  const [one, other] = [checksumsOf(first), checksumsOf(second)]
  const both = [...one.keys()].filter((task) => other.has(task))
  const equal = both.filter((task) => {
    const sums = new Set([...(one.get(task) ?? []), ...(other.get(task) ?? [])])
    return sums.size <= 1
  })
  const [onlyFirst, onlySecond] = [one.size - both.length, other.size - both.length]
  return {
    tasks: new Set(equal),
    warnings: [
      ...(both.length > equal.length
        ? [
            `${both.length - equal.length} of ${both.length} tasks changed between the runs (other checksum) and are left out.`,
          ]
        : []),
      ...(onlyFirst + onlySecond > 0
        ? [`${onlyFirst} tasks are in the first run alone and ${onlySecond} in the second alone; they are left out.`]
        : []),
    ],
  }
}

/** The checksums that a run has of each task. None is no contradiction. */
const checksumsOf = ({ rows }: FinishedRun): Map<string, Set<string>> => {
  const sums = new Map<string, Set<string>>()
  for (const { trial, checksum } of rows) {
    const own = sums.get(trial.task) ?? new Set()
    if (checksum !== null) own.add(checksum)
    sums.set(trial.task, own)
  }
  return sums
}

const trialsOf = ({ rows }: FinishedRun, arm: string, tasks: ReadonlySet<string>): Trial[] =>
  rows.filter(({ trial }) => tasks.has(trial.task)).map(({ trial }) => ({ ...trial, arm }))

const someTask = ({ rows }: FinishedRun): string => rows[0]?.trial.task.slice(0, 60) ?? 'none'
