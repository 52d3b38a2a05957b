import { join, resolve } from 'node:path'
import type { App } from '../../app.ts'
import { hasDocker } from '../../experiment/container.ts'
import { declarationHash, hashOfGiven } from '../../experiment/declaration-hash.ts'
import { planPairs } from '../../experiment/plan-pairs.ts'
import { type Assumed, planLive, planPaired } from '../../experiment/power-plan.ts'
import { type Proved, proveTask } from '../../experiment/prove-task.ts'
import { leaveTrialFolder, trialFolder } from '../../experiment/trial-folder.ts'
import type { Setup } from '../../experiment/setup.ts'
import { taskChecksum } from '../../experiment/task-checksum.ts'
import { readTasks } from '../../experiment/tasks/read-tasks.ts'
import type { ExperimentTask, UnusableTask } from '../../experiment/tasks/task.ts'
import { AppError } from '../../lib/error.ts'
import { estimateTokens } from '../../lib/estimate-tokens.ts'
import { hashOf } from '../../lib/hash.ts'
import type { KnownMistakes } from '../../lesson/proof/repeated-mistakes.ts'
import { readKnownMistakes } from '../../lesson/proof/run-known-mistakes.ts'
import type { ArmOfExperiment, Declaration, Design, Metric, Stopping } from '../../schema/experiment.ts'
import type { Connection } from '../../store/connection.ts'
import {
  declareExperiment,
  experimentsNamed,
  listExperiments,
  readExperiment,
} from '../../store/experiments/experiment.ts'
import { givensOf, templatesOf } from './given-operation.ts'
import { OWN_RUNNER } from './own-runner-operation.ts'
import type { ExperimentPlan } from './shape.ts'

export type { ExperimentPlan } from './shape.ts'

export interface PlanInput {
  name: string
  design: Design
  arms: readonly ArmOfExperiment[]
  template: string | undefined
  /** The project whose lessons the arms give. */
  project: string
  tasks: string | undefined
  isLocal: boolean
  repeats: number
  primary: Metric
  margin: number
  alpha: number
  stopping: Stopping
  runner: string | null
  command: string | undefined
  model: string | undefined
  seed: number
  trialUsd: number | undefined
  phaseSessions: number
  assumed: Omit<Assumed, 'alpha'>
  isDry: boolean
  onProof?(done: number, of: number): void
}

/**
 * Declares an experiment before there is any data: reads the tasks, proves their checks, takes the text of each arm,
 * and hashes all of it.
 */
export const planExperiment = async (app: App, store: Connection, input: PlanInput): Promise<ExperimentPlan> => {
  requireSense(input)
  const { tasks, unusable, proved } = await usableTasks(app, input)
  const { project, template, seed } = input
  const sources = { app, store, project, template, seed }
  const givens = await givensOf(input.arms, sources)
  const mistakes = await knownMistakes(app, store, input)
  const declaration = await declarationOf(app, input, { tasks, givens, mistakes })
  const known = await sameDeclaration(app, store, declaration)
  const declared = known ?? declaration
  const id = declarationHash(declared)
  const setup: Setup = {
    tasks: input.tasks === undefined ? null : resolve(input.tasks),
    isLocal: input.isLocal,
    command: input.command ?? null,
    givens: Object.fromEntries(givens),
    template: input.template ?? null,
    templates: await templatesOf(input.arms, sources),
    trialUsd: input.trialUsd ?? null,
    ...(mistakes === undefined ? {} : { mistakes }),
    phaseSessions: input.phaseSessions,
  }
  const pairs = planPairs(declared, new Map(tasks.map(({ id: task, taskType }) => [task, taskType])))
  if (!input.isDry && known === undefined)
    await declareExperiment(store, app.owner, { id, declaration: declared, setup, budgetUsd: null, pairs })
  const look = declared.stopping.rule === 'fixed' ? declared.stopping.n : null
  const ran = input.design === 'paired' ? (look ?? tasks.length) : 0
  const trials = ran * input.repeats * input.arms.length
  return {
    id,
    name: input.name,
    state: input.isDry ? 'tried' : known === undefined ? 'written' : 'known',
    design: input.design,
    runner: input.runner,
    arms: input.arms.map(({ name }) => ({ name, tokens: estimateTokens(givens.get(name)?.text ?? '') })),
    tasks: proved.map(({ task, nothingFails, solutionPasses, doubt }) => ({
      id: task,
      nothingFails,
      solutionPasses,
      doubt,
    })),
    unusable,
    repeats: input.repeats,
    look,
    trials,
    power: powerOf(input, ran),
    cost: await costOf(app, store, input, trials),
  }
}

const requireSense = ({ design, tasks, repeats, margin, alpha, runner, command, arms, primary }: PlanInput): void => {
  const wrong = (sentence: string, hint: string): AppError => new AppError('usage', sentence, { hint })
  if (design === 'paired' && tasks === undefined)
    throw wrong(
      'a paired experiment needs tasks',
      '--tasks PATH; --design live draws an arm for each of your own sessions',
    )
  if (design !== 'paired' && tasks !== undefined)
    throw wrong(`a ${design} experiment has no tasks`, 'leave out --tasks')
  if (design === 'paired' && runner === null) throw wrong('who runs the tasks?', '--runner NAME')
  if ((runner === 'command') !== (command !== undefined))
    throw wrong(
      '--runner command and --command belong together',
      '--runner command --command "my-agent --task $PROMPT_FILE"',
    )
  const history = arms.find(({ treatment }) => treatment.kind === 'warm' && treatment.form === 'history')
  if (history !== undefined && (design !== 'paired' || runner !== OWN_RUNNER))
    throw wrong(
      `the arm ${history.name} gives calls that were made, which ${design === 'paired' ? `the runner ${runner ?? ''}` : `a session of a ${design} experiment`} cannot take`,
      `--runner ${OWN_RUNNER} in a paired experiment takes them; the arm warm gives the same as text`,
    )
  if (design === 'reversal' && arms.length !== 2) throw wrong('a reversal has two arms', '--arms cold,warm')
  if (!(margin > 0 && alpha > 0 && alpha < 0.5))
    throw wrong('margin must be above 0 and alpha between 0 and 0.5', '--margin 0.05 --alpha 0.05')
  if (!Number.isInteger(repeats) || repeats < 1) throw wrong('repeats must be 1 or more', '--repeats 3')
  if (design === 'observational' && primary === 'success')
    throw wrong('history does not say which sessions succeeded', '--primary agent-errors')
}

/**
 * Keeps the tasks that can run and whose checks can fail and pass. Lists the others with the reason before the
 * experiment costs anything.
 */
const usableTasks = async (
  app: App,
  { tasks: path, isLocal, onProof }: PlanInput,
): Promise<{ tasks: ExperimentTask[]; unusable: UnusableTask[]; proved: Proved[] }> => {
  if (path === undefined) return { tasks: [], unusable: [], proved: [] }
  const { tasks, unusable } = readTasks(path, { isLocal, hasDocker: await hasDocker() })
  const proved: Proved[] = []
  const folder = await trialFolder({ home: app.home, personHome: app.place.home })
  for (const [index, task] of tasks.entries()) {
    onProof?.(index, tasks.length)
    const root = join(folder, `proving-${process.pid}-${index}`)
    proved.push(await proveTask(task, { root, env: app.place.env, id: `prove-${process.pid}-${index}` }))
  }
  await leaveTrialFolder(folder)
  const bad = proved.flatMap(({ task, reason }) => (reason === null ? [] : [{ id: task, reason }]))
  const left = tasks.filter(({ id }) => !bad.some((each) => each.id === id))
  if (left.length === 0) {
    const [first] = [...unusable, ...bad]
    throw new AppError('nothing-to-run', `none of ${tasks.length + unusable.length} tasks can be used`, {
      hint: first === undefined ? 'docs/experiments.md says what a task is' : `${first.id}: ${first.reason}`,
    })
  }
  return { tasks: left, unusable: [...unusable, ...bad], proved: proved.filter(({ reason }) => reason === null) }
}

const declarationOf = async (
  app: App,
  input: PlanInput,
  {
    tasks,
    givens,
    mistakes,
  }: {
    tasks: readonly ExperimentTask[]
    givens: Awaited<ReturnType<typeof givensOf>>
    mistakes: KnownMistakes | undefined
  },
): Promise<Declaration> => {
  const { name, design, primary, margin, alpha, stopping, repeats, runner, seed } = input
  const share = design === 'live' ? 1 / input.arms.length : null
  const declared: Declaration['tasks'] = []
  for (const task of tasks) declared.push({ id: task.id, checksum: await taskChecksum(task) })
  return {
    name,
    design,
    arms: input.arms.map((arm) => {
      const given = givens.get(arm.name)
      return { ...arm, share, ...(given === undefined || given.text === '' ? {} : { given: hashOfGiven(given) }) }
    }),
    primary,
    margin,
    alpha,
    // More tasks than there are will never have run, and the one look would never come.
    stopping:
      design === 'paired' && stopping.rule === 'fixed'
        ? { rule: 'fixed', n: Math.min(stopping.n, declared.length) }
        : stopping,
    repeats,
    tasks: declared,
    runner: runner === 'command' ? `command: ${input.command ?? ''}` : runner,
    model: input.model ?? null,
    project: design === 'paired' ? null : input.project,
    ...(primary === 'repeated-mistakes' && mistakes !== undefined
      ? { mistakes: { sessions: mistakes.sessions, hash: hashOf('mistakes', ...mistakes.keys) } }
      : {}),
    seed,
    declaredAt: app.now(),
  }
}

/**
 * The mistakes of the project's earlier sessions. An observational experiment needs none, because each of its sessions
 * is compared with those before it.
 */
const knownMistakes = async (
  { owner, now }: App,
  store: Connection,
  { project, design, primary }: PlanInput,
): Promise<KnownMistakes | undefined> => {
  if (design === 'observational') return undefined
  const known = await readKnownMistakes(store, { project, owner, until: now() })
  if (primary === 'repeated-mistakes' && known.sessions === 0)
    throw new AppError('usage', `no earlier session of ${project} is known, so that no mistake can be made again`, {
      hint: '`warmstart sync` reads earlier sessions; --project names the project that they belong to',
    })
  return known
}

/** Finds an unfinished experiment with the same declaration, whenever it was declared. */
const sameDeclaration = async (
  { owner }: App,
  store: Connection,
  declaration: Declaration,
): Promise<Declaration | undefined> => {
  const timeless = declarationHash({ ...declaration, declaredAt: 0 })
  const known = await experimentsNamed(store, owner, declaration.name)
  return known.find(
    (each) => each.state !== 'done' && declarationHash({ ...each.declaration, declaredAt: 0 }) === timeless,
  )?.declaration
}

const powerOf = ({ design, assumed, alpha, stopping }: PlanInput, tasks: number): ExperimentPlan['power'] => {
  if (design === 'observational' || design === 'reversal') return null
  const sessions = stopping.rule === 'fixed' ? stopping.n : (stopping.most ?? 0)
  const plan =
    design === 'paired'
      ? planPaired(tasks, { ...assumed, alpha })
      : planLive(Math.floor(sessions / 2), { ...assumed, alpha })
  return { ...plan, assumed }
}

/** The cost that the user gives, else the mean of earlier trials of the same runner and model. */
const costOf = async (
  { owner }: App,
  store: Connection,
  { trialUsd, runner, model }: PlanInput,
  trials: number,
): Promise<ExperimentPlan['cost']> => {
  if (trialUsd !== undefined) return { trialUsd, totalUsd: trialUsd * trials, from: 'person' }
  const costs: number[] = []
  for (const { id, declaration } of await listExperiments(store, owner)) {
    if (declaration.runner !== runner || declaration.model !== (model ?? null)) continue
    const read = await readExperiment(store, id, owner)
    costs.push(...(read?.trials ?? []).flatMap(({ metrics }) => metrics['cost-usd'] ?? []))
  }
  if (costs.length === 0) return null
  const mean = costs.reduce((sum, cost) => sum + cost, 0) / costs.length
  return { trialUsd: mean, totalUsd: mean * trials, from: 'earlier-trials' }
}
