import { messageOf } from '../lib/error.ts'
import { type CheckOptions, checkTask, solveTask } from './check-task.ts'
import { copyStart } from './start-state.ts'
import type { ExperimentTask } from './tasks/task.ts'
import { makePlace, removeTree } from './trial-place.ts'

/** What is known about a check before any money is spent. `reason` null: it can be used. */
export interface Proved {
  task: string
  /** Whether the check fails when nothing was done; null: a person checks. */
  nothingFails: boolean | null
  /** Whether the reference solution passes; null: there is none. */
  solutionPasses: boolean | null
  reason: string | null
  /** Why the check may never pass, although it can be used; null: nothing speaks for that. */
  doubt: string | null
}

const NOT_FOUND = 'its check names a program that is not there yet'

/** Runs a check on the untouched start state, which must fail, and on the reference solution, which must pass. */
export const proveTask = async (
  task: ExperimentTask,
  { root, ...options }: CheckOptions & { root: string },
): Promise<Proved> => {
  const { id, check, solution } = task
  const unknown = { task: id, nothingFails: null, solutionPasses: null, doubt: null }
  if (check.kind === 'person') return { ...unknown, reason: null }
  try {
    const untouched = await makePlace(root)
    await copyStart(task.start, untouched)
    const nothing = await checkTask(task, untouched, options)
    if (nothing.end === 'invalid') return { ...unknown, reason: nothing.reason }
    if (nothing.end === 'pass')
      return { ...unknown, nothingFails: false, reason: 'its check passes although nothing was done' }
    if (solution === null)
      return { ...unknown, nothingFails: true, reason: null, doubt: nothing.isMissing === true ? NOT_FOUND : null }
    const solved = await makePlace(root)
    await copyStart(task.start, solved)
    const broken = await solveTask(task, solved, options)
    const done = broken === undefined ? await checkTask(task, solved, options) : undefined
    if (done?.end === 'pass') return { ...unknown, nothingFails: true, solutionPasses: true, reason: null }
    const why = broken ?? done?.reason
    return {
      ...unknown,
      nothingFails: true,
      solutionPasses: false,
      reason: `its check fails although its solution was run${why === null || why === undefined ? '' : `: ${why}`}`,
    }
  } catch (error) {
    return { ...unknown, reason: messageOf(error) }
  } finally {
    await removeTree(root)
  }
}
