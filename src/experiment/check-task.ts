import { cp, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isRecord, parseJson } from '../lib/json.ts'
import type { TrialEnd } from '../schema/experiment.ts'
import { containerCommand } from './container.ts'
import { superviseProgram } from './supervise.ts'
import type { ExperimentTask } from './tasks/task.ts'
import { type TrialPlace, trialEnvironment } from './trial-place.ts'

/** What a check says; `end` null: a person has yet to say. */
export interface Checked {
  end: TrialEnd | null
  reason: string | null
  score: number | null
  /** The check named a program that is not there or cannot be run. */
  isMissing?: boolean
}

export interface CheckOptions {
  env: Readonly<Record<string, string | undefined>>
  /** Known to all descendants of what is run. */
  id: string
  signal?: AbortSignal | undefined
}

const MOST_OUTPUT_BYTES = 64 * 1024 * 1024

/** Whether a task was done in this place. The check's files are copied in now, when no agent runs any more. */
export const checkTask = async (task: ExperimentTask, place: TrialPlace, options: CheckOptions): Promise<Checked> => {
  const { check } = task
  if (check.kind === 'person') return { end: null, reason: null, score: null }
  if (check.kind === 'file') return checkFile(join(place.work, check.path), check.holds)
  await copyFolder(task, place, { from: task.tests, to: place.tests })
  await mkdir(join(place.logs, 'verifier'), { recursive: true })
  const ended = await runInPlace(task, place, {
    ...options,
    command: check.command,
    variables: check.kind === 'reward' ? check.variables : {},
    timeoutMs: task.checkTimeoutMs,
    logFile: join(place.logs, 'check.txt'),
  })
  if (ended.kind === 'broken') return invalid(`the check did not end: ${ended.reason}`)
  if (check.kind === 'reward') return rewardIn(join(place.logs, 'verifier'), check.least)
  if (ended.code === 0) return { end: 'pass', reason: null, score: null }
  return { end: 'fail', reason: null, score: null, isMissing: NOT_RUN.has(ended.code) }
}

/** What a shell answers where a program is not there or may not be run. */
const NOT_RUN: ReadonlySet<number> = new Set([126, 127])

const invalid = (reason: string): Checked => ({ end: 'invalid', reason, score: null })

/** Runs the reference solution of a task in a place that no agent has worked in. */
export const solveTask = async (
  task: ExperimentTask,
  place: TrialPlace,
  options: CheckOptions,
): Promise<string | undefined> => {
  const { solution } = task
  if (solution === null) return 'there is no solution'
  await copyFolder(task, place, { from: solution.folder, to: place.solution })
  const ended = await runInPlace(task, place, {
    ...options,
    command: solution.command,
    variables: {},
    timeoutMs: task.timeoutMs,
    logFile: join(place.logs, 'solution.txt'),
  })
  return ended.kind === 'broken' ? ended.reason : undefined
}

const runInPlace = async (
  { start, check }: ExperimentTask,
  place: TrialPlace,
  {
    command,
    variables,
    env,
    ...rest
  }: CheckOptions & {
    command: string
    variables: Readonly<Record<string, string>>
    timeoutMs: number
    logFile: string
  },
) => {
  const limits = { ...rest, cwd: place.work, mostOutputBytes: MOST_OUTPUT_BYTES }
  if (start.kind === 'image' && check.kind === 'reward') {
    const { program, args, remove } = containerCommand(start, place, { command, env: variables })
    try {
      // Docker's own program finds its engine by the home and variables of the person; none of them reaches the container.
      return await superviseProgram({ ...limits, program, args, env: onlyTexts(env) })
    } finally {
      await remove()
    }
  }
  const given = { ...trialEnvironment(env, { home: join(place.root, 'check-home') }), ...variables }
  const local = { TESTS: place.tests, SOLUTION: place.solution, WORK: place.work }
  return superviseProgram({ ...limits, program: 'sh', args: ['-c', command], env: { ...given, ...local } })
}

const onlyTexts = (env: CheckOptions['env']): Record<string, string> =>
  Object.fromEntries(Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))

/** Text files that may name absolute paths of the task's own world. */
const LARGEST_TEXT_BYTES = 1024 * 1024

const copyFolder = async (
  { paths, start }: ExperimentTask,
  place: TrialPlace,
  { from, to }: { from: string | null; to: string },
): Promise<void> => {
  await mkdir(to, { recursive: true })
  if (from === null) return
  await cp(from, to, { recursive: true, verbatimSymlinks: true })
  // In a container these paths are what they say.
  if (paths.length === 0 || start.kind === 'image') return
  for (const entry of await readdir(to, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (!entry.isFile() || (await stat(path)).size > LARGEST_TEXT_BYTES) continue
    const text = await readFile(path, 'utf8')
    if (!text.includes('\0') && !text.includes('\uFFFD')) await writeFile(path, withOwnPaths(text, paths, place))
  }
}

/** A text in which the absolute paths of a task mean the directories of this trial. */
export const withOwnPaths = (text: string, paths: ExperimentTask['paths'], place: TrialPlace): string =>
  paths.reduce((said, { path, folder }) => {
    const escaped = path.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
    return said.replaceAll(new RegExp(`(?<![\\w./-])${escaped}(?![\\w-])`, 'g'), () => place[folder])
  }, text)

const checkFile = async (path: string, holds: string | null): Promise<Checked> => {
  const text = await readFile(path, 'utf8').catch(() => undefined)
  const isThere = text !== undefined && (holds === null || text.trim() === holds.trim())
  return { end: isThere ? 'pass' : 'fail', reason: null, score: null }
}

/** `reward.txt` holds one number; `reward.json` holds one under a name. */
const rewardIn = async (directory: string, least: number): Promise<Checked> => {
  const text = await readFile(join(directory, 'reward.txt'), 'utf8').catch(() => undefined)
  const json =
    text === undefined ? await readFile(join(directory, 'reward.json'), 'utf8').catch(() => undefined) : undefined
  if (text === undefined && json === undefined) return invalid('the check wrote no reward')
  const score = text === undefined ? namedReward(parseJson(json ?? '')) : text.trim() === '' ? undefined : Number(text)
  if (score === undefined || !(score >= 0 && score <= 1))
    return invalid('the reward that the check wrote is no number from 0 to 1')
  return { end: score >= least ? 'pass' : 'fail', reason: null, score }
}

const namedReward = (value: unknown): number | undefined => {
  if (typeof value === 'number') return value
  if (!isRecord(value)) return undefined
  const numbers = Object.values(value).filter((each) => typeof each === 'number')
  return typeof value['reward'] === 'number' ? value['reward'] : numbers.length === 1 ? numbers[0] : undefined
}
