import { harbor } from './harbor/format.ts'
import type { TaskFormat } from './task.ts'
import { taskFile } from './task-file/format.ts'
import { taskList } from './task-file/list.ts'

/** Every format of tasks, one line each. */
export const TASK_FORMATS: readonly TaskFormat[] = [harbor, taskFile, taskList]
