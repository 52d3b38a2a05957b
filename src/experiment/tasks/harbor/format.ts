import { existsSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parse } from 'smol-toml'
import { messageOf } from '../../../lib/error.ts'
import { asNumber, asString, isRecord, type JsonRecord } from '../../../lib/json.ts'
import {
  DEFAULT_CHECK_TIMEOUT_MS,
  DEFAULT_TIMEOUT_MS,
  type ExperimentTask,
  type ReadOptions,
  type StartState,
  type TaskFormat,
} from '../task.ts'
import { readDockerfile } from './dockerfile.ts'

/** Task directories of Harbor and Terminal-Bench: instruction, settings, environment, tests and a reference solution. */
export const harbor: TaskFormat = {
  name: 'harbor',
  accepts: (path) => existsSync(join(path, 'task.toml')),
  read: (path, options) => {
    const id = basename(path)
    try {
      const read = readTask(path, options)
      return typeof read === 'string'
        ? { tasks: [], unusable: [{ id, reason: read }] }
        : { tasks: [read], unusable: [] }
    } catch (error) {
      return { tasks: [], unusable: [{ id, reason: messageOf(error).split('\n')[0] ?? '' }] }
    }
  },
}

const readTask = (folder: string, options: ReadOptions): ExperimentTask | string => {
  const settings = parse(readFileSync(join(folder, 'task.toml'), 'utf8'))
  if (existsSync(join(folder, 'steps'))) return 'it has several steps; only tasks of one step are read'
  const instruction = join(folder, 'instruction.md')
  if (!existsSync(instruction)) return 'it has no instruction.md'
  const prompt = readFileSync(instruction, 'utf8').trim()
  if (prompt === '') return 'its instruction.md is empty'
  if (!existsSync(join(folder, 'tests', 'test.sh'))) return 'it has no tests/test.sh'
  const start = startFrom(folder, table(settings, 'environment'), options)
  if (typeof start === 'string') return start
  const verifier = table(settings, 'verifier')
  const agent = table(settings, 'agent')
  const hasSolution = existsSync(join(folder, 'solution', 'solve.sh'))
  return {
    id: basename(folder),
    prompt,
    taskType: asString(table(settings, 'metadata')['category']) ?? null,
    start: start.state,
    check: { kind: 'reward', command: 'bash "$TESTS/test.sh"', least: 1, variables: textsOf(table(verifier, 'env')) },
    tests: join(folder, 'tests'),
    solution: hasSolution ? { command: 'bash "$SOLUTION/solve.sh"', folder: join(folder, 'solution') } : null,
    timeoutMs: secondsIn(agent) ?? DEFAULT_TIMEOUT_MS,
    checkTimeoutMs: secondsIn(verifier) ?? DEFAULT_CHECK_TIMEOUT_MS,
    paths: [
      { path: start.workdir, folder: 'work' },
      { path: '/tests', folder: 'tests' },
      { path: '/solution', folder: 'solution' },
      { path: '/logs', folder: 'logs' },
    ],
  }
}

/** On this machine where the image only copies files, in a container where docker is. */
const startFrom = (
  folder: string,
  environment: JsonRecord,
  { isLocal, hasDocker }: ReadOptions,
): { state: StartState; workdir: string } | string => {
  const context = join(folder, 'environment')
  const image = asString(environment['docker_image'])
  const dockerfile = join(context, 'Dockerfile')
  const hasFile = existsSync(dockerfile) && statSync(dockerfile).isFile()
  const read = hasFile ? readDockerfile(readFileSync(dockerfile, 'utf8'), context) : undefined
  if (isLocal) {
    if (read === undefined) return 'it has no environment/Dockerfile, so --local does not know what to copy'
    return read.isPlain ? { state: { kind: 'copies', copies: read.copies }, workdir: read.workdir } : read.reason
  }
  if (!hasDocker) return 'it runs in a container and docker is not here; --local runs tasks that only copy files'
  if (read === undefined && image === undefined) return 'it names neither an image nor a Dockerfile'
  const workdir = read?.workdir ?? '/app'
  return { state: { kind: 'image', context, image: image ?? null, workdir }, workdir }
}

const table = (value: unknown, key: string): JsonRecord => {
  const found = isRecord(value) ? value[key] : undefined
  return isRecord(found) ? found : {}
}

const secondsIn = (settings: JsonRecord): number | undefined => {
  const seconds = asNumber(settings['timeout_sec'])
  return seconds === undefined || seconds <= 0 ? undefined : Math.ceil(seconds * 1000)
}

const textsOf = (settings: JsonRecord): Record<string, string> =>
  Object.fromEntries(
    Object.entries(settings).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  )
