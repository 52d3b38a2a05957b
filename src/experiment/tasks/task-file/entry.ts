import { existsSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { isRecord } from '../../../lib/json.ts'
import { anyText, anything, objectOf, pathText, wholeNumber } from '../../../lib/shape.ts'
import {
  type Check,
  DEFAULT_CHECK_TIMEOUT_MS,
  DEFAULT_TIMEOUT_MS,
  type ExperimentTask,
  type StartState,
} from '../task.ts'

const DAY_SECONDS = 86_400

const FIELDS = objectOf({
  id: anyText({ least: 1 }),
  type: anyText({ least: 1 }),
  start: anything,
  check: anything,
  solution: anyText({ least: 1 }),
  timeout: wholeNumber(1, DAY_SECONDS),
  'check-timeout': wholeNumber(1, DAY_SECONDS),
})

/** Names of tasks become names of folders. */
const ID = /^[\p{L}\p{N}][\p{L}\p{N}._-]{0,99}$/u

/** A task of our own format, or the sentence that says what is wrong with it. */
export const taskFrom = (
  value: unknown,
  { folder, id: given, prompt }: { folder: string; id: string; prompt: string },
): ExperimentTask | string => {
  const problems = FIELDS(value)
  if (problems.length > 0) return problems.map(({ path, message }) => `${pathText(path) || 'it'} ${message}`).join('; ')
  const fields = value as Fields
  const id = fields.id ?? given
  if (!ID.test(id)) return `${JSON.stringify(id)} is no name of a task: letters, digits, dot, dash and underscore`
  if (prompt === '') return 'it has no prompt'
  const check = checkFrom(fields.check)
  if (typeof check === 'string') return check
  const start = startFrom(fields.start, folder)
  if (typeof start === 'string') return start
  return {
    id,
    prompt,
    taskType: fields.type ?? null,
    start,
    check,
    tests: folderAt(join(folder, 'tests')),
    solution:
      fields.solution === undefined ? null : { command: fields.solution, folder: folderAt(join(folder, 'solution')) },
    timeoutMs: fields.timeout === undefined ? DEFAULT_TIMEOUT_MS : fields.timeout * 1000,
    checkTimeoutMs: fields['check-timeout'] === undefined ? DEFAULT_CHECK_TIMEOUT_MS : fields['check-timeout'] * 1000,
    paths: [],
  }
}

interface Fields {
  id?: string
  type?: string
  start?: unknown
  check?: unknown
  solution?: string
  timeout?: number
  'check-timeout'?: number
}

const folderAt = (path: string): string | null => (existsSync(path) && statSync(path).isDirectory() ? path : null)

/** `npm test`, `{ file: out.txt, holds: 42 }` or `person`. */
const checkFrom = (value: unknown): Check | string => {
  if (value === 'person') return { kind: 'person' }
  if (typeof value === 'string' && value.trim() !== '') return { kind: 'command', command: value }
  if (isRecord(value) && typeof value['file'] === 'string') {
    const { holds, file } = value
    if (resolve('/task', file).startsWith('/task/') && (holds === undefined || typeof holds === 'string'))
      return { kind: 'file', path: file, holds: holds ?? null }
    return 'check.file must be a path inside the working directory, check.holds a text'
  }
  return 'check is missing: a command line, { file, holds } or person'
}

/** A folder, `{ repository, revision }`, or the folder `start` beside the task. */
const startFrom = (value: unknown, folder: string): StartState | string => {
  if (value === undefined || value === null) {
    const beside = folderAt(join(folder, 'start'))
    return beside === null ? { kind: 'empty' } : { kind: 'directory', path: beside }
  }
  if (typeof value === 'string') {
    const path = folderAt(resolve(folder, value))
    return path === null ? `start: there is no folder ${value}` : { kind: 'directory', path }
  }
  if (isRecord(value) && typeof value['revision'] === 'string' && !value['revision'].startsWith('-')) {
    const repository = folderAt(resolve(folder, typeof value['repository'] === 'string' ? value['repository'] : '.'))
    return repository === null
      ? 'start.repository is no folder'
      : { kind: 'revision', repository, revision: value['revision'] }
  }
  return 'start must be a folder, or { repository, revision }'
}
