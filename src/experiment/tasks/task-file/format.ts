import { existsSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { parse } from 'yaml'
import { messageOf } from '../../../lib/error.ts'
import type { ReadTasks, TaskFormat } from '../task.ts'
import { taskFrom } from './entry.ts'

/** A folder with `task.md`: front matter says how the task starts and how it is checked, the rest is the prompt. */
export const taskFile: TaskFormat = {
  name: 'task-file',
  accepts: (path) => isFile(join(path, 'task.md')) || (basename(path) === 'task.md' && isFile(path)),
  read: (path) => {
    const folder = basename(path) === 'task.md' ? dirname(path) : path
    const id = basename(folder)
    const text = readFileSync(join(folder, 'task.md'), 'utf8')
    const { matter, body } = split(text)
    if (matter === undefined) return unusable(id, 'task.md does not begin with front matter between two lines of ---')
    let fields: unknown
    try {
      fields = parse(matter)
    } catch (error) {
      return unusable(id, `its front matter is no YAML: ${messageOf(error).split('\n')[0] ?? ''}`)
    }
    const read = taskFrom(fields, { folder, id, prompt: body.trim() })
    return typeof read === 'string' ? unusable(id, read) : { tasks: [read], unusable: [] }
  },
}

const unusable = (id: string, reason: string): ReadTasks => ({ tasks: [], unusable: [{ id, reason }] })

const isFile = (path: string): boolean => existsSync(path) && statSync(path).isFile()

const split = (text: string): { matter: string | undefined; body: string } => {
  const lines = text.replaceAll('\r\n', '\n').split('\n')
  const end = lines.indexOf('---', 1)
  if (lines[0] !== '---' || end === -1) return { matter: undefined, body: text }
  return { matter: lines.slice(1, end).join('\n'), body: lines.slice(end + 1).join('\n') }
}
