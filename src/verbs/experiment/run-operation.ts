import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { App } from '../../app.ts'
import type { ConfigFlags } from '../../config.ts'
import { hasDocker } from '../../experiment/container.ts'
import { armPairs, attemptedUnits } from '../../experiment/primary.ts'
import { readTrials } from '../../experiment/run-read-trials.ts'
import { runTrial } from '../../experiment/run-trial.ts'
import { runWorker, trialProcessId, type WorkEnd } from '../../experiment/run-worker.ts'
import { createAgentRunner } from '../../experiment/runners/agent-runner.ts'
import { createCommandRunner } from '../../experiment/runners/command-runner.ts'
import { COMMAND_AGENTS } from '../../experiment/runners/registry.ts'
import { NOTHING_GIVEN, type Runner } from '../../experiment/runners/runner.ts'
import { taskChecksum } from '../../experiment/task-checksum.ts'
import { readTasks } from '../../experiment/tasks/read-tasks.ts'
import type { ExperimentTask } from '../../experiment/tasks/task.ts'
import { leaveTrialFolder, trialFolder } from '../../experiment/trial-folder.ts'
import { trialEnvironment } from '../../experiment/trial-place.ts'
import { AppError } from '../../lib/error.ts'
import type { Connection } from '../../store/connection.ts'
import { openExperiment, setExperimentState, stopUnlessHeld, writeVerdict } from '../../store/experiments/experiment.ts'
import type { TrialResult } from '../../store/experiments/trial-claim.ts'
import { collectHistory } from './collect-operation.ts'
import { type FoundExperiment, findExperiment, requireDesign } from './find-operation.ts'
import { createOwnRunner, OWN_RUNNER } from './own-runner-operation.ts'
import { createSessionReader } from './session-reader-operation.ts'
import { statusOf } from './status-operation.ts'
import type { ExperimentStatus } from './shape.ts'

export interface RunInput {
  name: string
  workers: number
  budgetUsd: number | null
  /** No pair begins after this time. */
  mostMs: number | undefined
  trialUsd: number | undefined
  /** Where the tasks are on this machine, if not where they were declared. */
  tasks: string | undefined
  /** Names of environment variables that agents get. */
  passed: readonly string[]
  copiesLogin: boolean
  /** Whether a person agreed that agents run commands on this machine without asking. */
  isAllowed: boolean
  flags: ConfigFlags
  tools: string | undefined
  maxSteps: number | undefined
  mostOutputBytes: number
  mostDiskBytes: number
  leaseMs: number
  pauseMs: number
  onTrial?(ended: { task: string; repeat: number; arm: string; result: TrialResult; status: ExperimentStatus }): void
  signal: AbortSignal
}

/**
 * Why a run ended. `verdict`: the declared rule needs no more trials. `broken`: too many trials in a row were invalid.
 */
export type RunEnd = WorkEnd | 'verdict' | 'broken'

/** This many invalid trials in a row mean that something is wrong and a person has to look. */
const MOST_IN_A_ROW = 6

/**
 * Claims pairs until none is left, a verdict stands or a limit is reached. Runs on several machines with one store
 * share the work.
 */
export const runExperiment = async (
  app: App,
  store: Connection,
  input: RunInput,
): Promise<{ end: RunEnd; status: ExperimentStatus }> => {
  const found = await findExperiment(app, store, input.name)
  if (found.declaration.design === 'observational') return observe(app, store, found)
  requireDesign(
    found,
    ['paired'],
    'sessions of a live experiment are drawn by `warmstart experiment assign` and by hooks',
  )
  requireOpen(found)
  const runner = runnerOf(app, found, input)
  await runner.prepare()
  const tasks = await declaredTasks(found, input)
  const folder = await trialFolder({ home: app.home, personHome: app.place.home })
  await openExperiment(store, found.id, { setup: found.setup, budgetUsd: input.budgetUsd })
  const until = input.mostMs === undefined ? Number.POSITIVE_INFINITY : performance.now() + input.mostMs
  const ended = new AbortController()
  const signal = AbortSignal.any([input.signal, ended.signal])
  let inARow = 0
  const work = (index: number): Promise<WorkEnd> =>
    runWorker(store, {
      experiment: found.id,
      holder: `${app.machine}:${process.pid}:${index}:${randomUUID().slice(0, 8)}`,
      now: app.now,
      leaseMs: input.leaseMs,
      pauseMs: input.pauseMs,
      trialUsd: () => input.trialUsd ?? found.setup.trialUsd ?? undefined,
      arms: found.declaration.arms.length,
      isOver: () => performance.now() >= until,
      signal,
      run: (pair, arm, stop) =>
        runTrial({
          ...placesOf(app, found, { folder, ordinal: pair.ordinal, round: pair.round, arm }),
          ...taskNamed(tasks, pair.task),
          given: found.setup.givens[arm] ?? NOTHING_GIVEN,
          model: found.declaration.model,
          id: trialProcessId(found.id, pair.ordinal),
          runner,
          limits: { mostOutputBytes: input.mostOutputBytes, mostDiskBytes: input.mostDiskBytes },
          env: app.place.env,
          passed: input.passed,
          now: app.now,
          signal: stop,
        }),
      onTrial: async ({ pair, arm, result, next }) => {
        if (next === 'refused') return
        const status = await statusOf(app, store, found)
        input.onTrial?.({ task: pair.task, repeat: pair.repeat, arm, result, status })
        inARow = result.end === 'invalid' ? inARow + 1 : 0
        if (inARow >= MOST_IN_A_ROW) ended.abort('broken' satisfies RunEnd)
        else if (next !== 'next' && (await isSettled(store, found, status))) ended.abort('verdict' satisfies RunEnd)
      },
    })
  const ends = await Promise.all(Array.from({ length: input.workers }, (_, index) => work(index)))
  await leaveTrialFolder(folder)
  const end = ended.signal.aborted ? (ended.signal.reason as RunEnd) : (ends[0] ?? 'done')
  return { end, status: await close(app, store, found, end) }
}

const observe = async (
  app: App,
  store: Connection,
  found: FoundExperiment,
): Promise<{ end: RunEnd; status: ExperimentStatus }> => {
  await collectHistory(app, store, found)
  return { end: 'done', status: await statusOf(app, store, await findExperiment(app, store, found.id)) }
}

/** Whether the declared rule needs no more trials: any look counts, or the one look is due. */
const isSettled = async (
  store: Connection,
  found: FoundExperiment,
  { verdict }: ExperimentStatus,
): Promise<boolean> => {
  const { declaration } = found
  const { stopping, tasks } = declaration
  if (stopping.rule === 'always-valid') return verdict !== 'not-enough-data'
  // All tasks are run anyway.
  if (stopping.n >= tasks.length) return false
  const trials = await readTrials(store, found)
  return armPairs(declaration).every((two) => attemptedUnits(declaration, two, trials) >= stopping.n)
}

const close = async (app: App, store: Connection, found: FoundExperiment, end: RunEnd): Promise<ExperimentStatus> => {
  const set = (state: 'stopped' | 'done', reason: string) => setExperimentState(store, found.id, { state, reason })
  if (end === 'verdict')
    await set('done', found.declaration.stopping.rule === 'fixed' ? 'the declared tasks have run' : 'a verdict stands')
  if (end === 'budget') await set('stopped', 'the budget is spent')
  if (end === 'broken') await set('stopped', `the last ${MOST_IN_A_ROW} trials were invalid`)
  if (end === 'over' || end === 'stopped') {
    const reason = end === 'over' ? 'the time is over' : 'it was interrupted'
    await stopUnlessHeld(store, found.id, { reason, now: app.now() })
  }
  const status = await statusOf(app, store, await findExperiment(app, store, found.id))
  await writeVerdict(store, found.id, status.verdict)
  return status
}

const requireOpen = ({ state, declaration: { name } }: FoundExperiment): void => {
  if (state !== 'done') return
  throw new AppError('nothing-to-run', `${name} has come to its end`, {
    hint: `\`warmstart experiment report ${name}\` shows what it found; \`warmstart experiment plan ${name}\` declares another one`,
  })
}

/** Both trials of a pair run in the same directory, one after the other; each is then kept in our home under its round and arm. */
const placesOf = (
  app: App,
  { id }: FoundExperiment,
  { folder, ordinal, round, arm }: { folder: string; ordinal: number; round: number; arm: string },
): { root: string; kept: string } => {
  const short = id.slice(0, 16)
  return {
    root: join(folder, `${short}-${ordinal}`),
    kept: join(app.home, 'experiments', short, String(ordinal), `${round}-${arm}`),
  }
}

const runnerOf = (app: App, found: FoundExperiment, input: RunInput): Runner => {
  const { runner: name } = found.declaration
  if (name === OWN_RUNNER)
    return createOwnRunner(app, {
      flags: { ...input.flags, model: input.flags.model ?? found.declaration.model ?? undefined },
      tools: input.tools,
      maxSteps: input.maxSteps,
      isAllowed: input.isAllowed,
      mistakes: found.setup.mistakes,
    })
  if (!input.isAllowed)
    throw new AppError('usage', 'the agents of this experiment run commands on this machine without asking', {
      hint: '--yes says that you agree; a container or a machine of its own is safer',
    })
  if (name?.startsWith('command: ') === true) return createCommandRunner(name.slice('command: '.length))
  const [first, ...words] = wordsOf(name ?? '')
  const agent = COMMAND_AGENTS.find((each) => each.name === first)
  if (agent === undefined)
    throw new AppError('no-such-runner', `there is no runner ${name ?? ''}`, { hint: RUNNERS_HINT })
  return createAgentRunner(agent, {
    words,
    personHome: app.place.home,
    copiesLogin: input.copiesLogin,
    path: app.place.env['PATH'] ?? '',
    readSession: createSessionReader(app, {
      environmentOf: ({ home }) => trialEnvironment({}, { home }),
      mistakes: found.setup.mistakes,
    }),
  })
}

const wordsOf = (runner: string): string[] => runner.split(/\s+/).filter((word) => word !== '')

const AGENT_NAMES: readonly string[] = COMMAND_AGENTS.map(({ name }) => name)
export const RUNNERS_HINT = `use one of: ${[OWN_RUNNER, 'command', ...AGENT_NAMES].join(', ')}`

/** Whether `--runner` accepts this name. For an agent behind a command line, arguments may follow the name. */
export const isRunner = (runner: string): boolean =>
  runner === OWN_RUNNER || runner === 'command' || AGENT_NAMES.includes(wordsOf(runner)[0] ?? '')

interface DeclaredTask {
  task: ExperimentTask
  checksum: string
}

/** Reads the declared tasks on this machine, and refuses a task whose checksum differs from the declared one. */
const declaredTasks = async (
  { setup, declaration }: FoundExperiment,
  { tasks: elsewhere }: RunInput,
): Promise<Map<string, DeclaredTask>> => {
  const path = elsewhere ?? setup.tasks
  if (path === null) return new Map()
  const { tasks } = readTasks(path, { isLocal: setup.isLocal, hasDocker: await hasDocker() })
  const found = new Map<string, DeclaredTask>()
  for (const { id, checksum } of declaration.tasks) {
    const task = tasks.find((each) => each.id === id)
    if (task === undefined)
      throw new AppError('task-changed', `the task ${id} is not in ${path}`, {
        hint: '--tasks names where they are on this machine',
      })
    if ((await taskChecksum(task)) !== checksum)
      throw new AppError('task-changed', `the task ${id} is not what was declared: its files have changed`, {
        hint: 'put them back as they were, or plan a new experiment',
      })
    found.set(id, { task, checksum })
  }
  return found
}

const taskNamed = (tasks: ReadonlyMap<string, DeclaredTask>, id: string): DeclaredTask => {
  const found = tasks.get(id)
  if (found !== undefined) return found
  throw new AppError('task-changed', `the task ${id} is not here`)
}
