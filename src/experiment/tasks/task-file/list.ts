import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { parse } from 'yaml'
import { messageOf } from '../../../lib/error.ts'
import { asString, isRecord } from '../../../lib/json.ts'
import type { ReadTasks, TaskFormat, UnusableTask } from '../task.ts'
import { taskFrom } from './entry.ts'

/** One YAML file with a list of tasks. Folders in it are relative to the file. */
export const taskList: TaskFormat = {
  name: 'task-list',
  accepts: (path) => /\.ya?ml$/.test(path) && existsSync(path) && statSync(path).isFile(),
  read: (path) => {
    let list: unknown
    try {
      list = parse(readFileSync(path, 'utf8'))
    } catch (error) {
      return { tasks: [], unusable: [{ id: path, reason: `it is no YAML: ${messageOf(error).split('\n')[0] ?? ''}` }] }
    }
    if (!Array.isArray(list)) return { tasks: [], unusable: [{ id: path, reason: 'it is no list of tasks' }] }
    const folder = dirname(path)
    const tasks: ReadTasks['tasks'] = []
    const unusable: UnusableTask[] = []
    for (const [index, entry] of list.entries()) {
      const fields = isRecord(entry) ? entry : {}
      const id = asString(fields['id']) ?? `task-${index + 1}`
      const prompt = asString(fields['prompt'])?.trim() ?? ''
      const { prompt: _said, ...rest } = fields
      const read = isRecord(entry)
        ? taskFrom(rest, { folder, id, prompt })
        : 'it is no object with a prompt and a check'
      if (typeof read === 'string') unusable.push({ id, reason: read })
      else tasks.push(read)
    }
    return { tasks, unusable }
  },
}
