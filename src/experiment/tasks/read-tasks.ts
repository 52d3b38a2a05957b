import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { AppError } from '../../lib/error.ts'
import { TASK_FORMATS } from './registry.ts'
import type { ReadOptions, ReadTasks } from './task.ts'

/** The tasks of a file or folder, or of the folders in it. Names of tasks are unique; none at all is an error. */
export const readTasks = (path: string, options: ReadOptions): ReadTasks => {
  if (statSync(path, { throwIfNoEntry: false }) === undefined)
    throw new AppError('no-such-file', `there is no ${path}`, { hint: HINT })
  const found = placesOf(path).flatMap((place) => {
    const format = TASK_FORMATS.find(({ accepts }) => accepts(place))
    return format === undefined ? [] : [format.read(place, options)]
  })
  const tasks = found.flatMap((each) => each.tasks).toSorted((one, other) => (one.id < other.id ? -1 : 1))
  const unusable = found.flatMap((each) => each.unusable)
  const twice = tasks.find(({ id }, index) => tasks[index + 1]?.id === id)
  if (twice !== undefined)
    throw new AppError('bad-tasks', `two tasks are called ${twice.id}`, { hint: 'give one of them another id' })
  if (tasks.length + unusable.length === 0)
    throw new AppError('nothing-to-run', `there is no task in ${path}`, { hint: HINT })
  return { tasks, unusable }
}

const HINT =
  'a task is a folder with task.md, or with instruction.md and task.toml; or all tasks are one YAML list: docs/experiments.md'

const placesOf = (path: string): string[] => {
  if (TASK_FORMATS.some(({ accepts }) => accepts(path))) return [path]
  if (!statSync(path).isDirectory()) return []
  return readdirSync(path)
    .toSorted()
    .map((name) => join(path, name))
    .filter((place) => TASK_FORMATS.some(({ accepts }) => accepts(place)))
}
