import { appendFileSync } from 'node:fs'
import type { App } from '../../app.ts'
import { placeboText, shuffledText } from '../../experiment/bench/control-texts.ts'
import type { Endpoint } from '../../experiment/bench/endpoint.ts'
import { attemptWithModel } from '../../experiment/bench/model-agent.ts'
import { type ModelTask, oneCallTask, wholeTask } from '../../experiment/bench/model-task.ts'
import { luckOf } from '../../experiment/bench/scripted-trial.ts'
import { createWorld } from '../../experiment/bench/world.ts'
import { estimateTokens } from '../../lib/estimate-tokens.ts'
import { AppError, messageOf } from '../../lib/error.ts'
import { hashOf } from '../../lib/hash.ts'
import { analyse } from '../../experiment/analyse.ts'
import { createRandom } from '../../sample/random.ts'
import type { Declaration, Trial } from '../../schema/experiment.ts'
import type { BenchModel } from './shape.ts'
import { writeHistory } from './whole-operation.ts'
import { openWorkshop, requireLearnt } from './workshop-operation.ts'

export interface ModelRunInput {
  endpoint: Endpoint
  tasks: number
  history: number
  seed: number
  dose: number
  temperature: number
  /** Tasks of one call, for small models; otherwise tasks of several calls with all ten tools. */
  isOneCall: boolean
  /** Every trial is appended here as a line of JSON as soon as it has ended. */
  log?: string | undefined
  onTrial?: ((done: number, of: number) => void) | undefined
}

export interface ModelRun {
  declaration: Declaration
  trials: Trial[]
  /** The texts of the arms, and how long they are. */
  contexts: { arm: string; text: string; tokens: number }[]
}

/** Analyses the trials of a model as an experiment. */
export const reportModel = ({ declaration, trials, contexts }: ModelRun): BenchModel => {
  const report = analyse(declaration, trials)
  const kinds = [...new Set(trials.flatMap(({ taskType }) => taskType ?? []))].toSorted()
  const count = (arm: string, kind?: string) => {
    const own = trials.filter((trial) => trial.arm === arm && (kind === undefined || trial.taskType === kind))
    const ended = own.filter(({ end }) => end !== 'invalid')
    return { passed: ended.filter(({ end }) => end === 'pass').length, trials: ended.length, all: own.length }
  }
  return {
    model: declaration.model ?? '',
    seed: declaration.seed,
    hash: report.declaration.hash,
    arms: contexts.map(({ arm, tokens }) => {
      const { passed, trials: valid, all } = count(arm)
      return { arm, tokens, passed, trials: valid, invalid: all - valid }
    }),
    comparisons: report.comparisons.map(({ arm, effect, verdict, why, pairs }) => {
      const { estimate, low, high, p, alwaysValid, alpha } = effect
      return { arm, estimate, low, high, p, alwaysValid, alpha, verdict, why, pairs }
    }),
    kinds: kinds.flatMap((kind) =>
      contexts.map(({ arm }) => {
        const { passed, trials: valid } = count(arm, kind)
        return { kind, arm, passed, trials: valid }
      }),
    ),
  }
}

/** The analysis compares each other arm with the first. */
const MODEL_ARMS = ['cold', 'warm', 'placebo', 'shuffled'] as const

/**
 * A whole run with a real model behind an address: history, `sync`, template, then every task once in each of four
 * arms, in turns.
 */
export const runWithModel = async (app: App, input: ModelRunInput): Promise<ModelRun> => {
  const contexts = await contextsOf(app, input)
  const tasks = Array.from({ length: input.tasks }, (_, index) =>
    input.isOneCall ? oneCallTask(input.seed, index) : wholeTask(input.seed, index),
  )
  const declaration = declare(app, tasks, input)
  const trials: Trial[] = []
  for (const [index, task] of tasks.entries())
    for (const { arm, text } of orderOf(contexts, luckOf(input.seed, index, 3))) {
      const trial = await tryOnce(app, { task, arm, context: text, index, input })
      if (input.log !== undefined) appendFileSync(input.log, `${JSON.stringify(trial)}\n`)
      trials.push(trial)
      requireAlive(trials)
      input.onTrial?.(trials.length, tasks.length * contexts.length)
    }
  return { declaration, trials, contexts }
}

const contextsOf = async (app: App, { history, seed, dose }: ModelRunInput): Promise<ModelRun['contexts']> => {
  const workshop = await openWorkshop(app)
  try {
    await writeHistory(workshop, { history, seed })
    await workshop.buildTemplate()
    const warm = requireLearnt(await workshop.seed(dose)).trimEnd()
    const texts = { cold: '', warm, placebo: placeboText(warm), shuffled: shuffledText(warm, seed) }
    return MODEL_ARMS.map((arm) => ({ arm, text: texts[arm], tokens: estimateTokens(texts[arm]) }))
  } finally {
    await workshop.close()
  }
}

/** Stops a run whose model does not answer. Otherwise every trial would wait for it. */
const requireAlive = (trials: readonly Trial[]): void => {
  const last = trials.slice(-MOST_SILENT)
  if (last.length < MOST_SILENT || last.some(({ end }) => end !== 'invalid')) return
  throw new AppError('model-failed', `${MOST_SILENT} trials in a row had no answer: ${last.at(-1)?.reason ?? ''}`, {
    hint: 'try the address with curl; trials so far are in the file of --trials',
  })
}

const MOST_SILENT = 4

/** Each task gets its own order of the arms, so that no arm always comes first. */
const orderOf = (contexts: ModelRun['contexts'], seed: number): ModelRun['contexts'] => {
  const random = createRandom(seed)
  return contexts
    .map((context) => ({ context, at: random.next() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ context }) => context)
}

const declare = (
  app: App,
  tasks: readonly ModelTask[],
  { endpoint, dose, seed }: Pick<ModelRunInput, 'endpoint' | 'dose' | 'seed'>,
): Declaration => ({
  name: 'bench with a real model',
  design: 'paired',
  arms: [
    { name: 'cold', treatment: { kind: 'cold' }, share: null },
    { name: 'warm', treatment: { kind: 'warm', dose, form: 'text' }, share: null },
    { name: 'placebo', treatment: { kind: 'placebo' }, share: null },
    { name: 'shuffled', treatment: { kind: 'placebo' }, share: null },
  ],
  primary: 'success',
  margin: 0.05,
  alpha: 0.05,
  stopping: { rule: 'always-valid', most: tasks.length },
  repeats: 1,
  tasks: tasks.map(({ id, prompt }) => ({ id, checksum: hashOf(prompt) })),
  runner: 'bench',
  model: endpoint.model,
  project: null,
  seed,
  declaredAt: app.now(),
})

interface Once {
  task: ModelTask
  arm: string
  context: string
  index: number
  input: ModelRunInput
}

/** A model that does not answer makes the trial invalid, because that says nothing about the arm. */
const tryOnce = async (app: App, { task, arm, context, index, input }: Once): Promise<Trial> => {
  const world = createWorld(task.start())
  const startedAt = app.now()
  const trial = {
    task: task.id,
    repeat: 1,
    arm,
    score: null,
    model: input.endpoint.model,
    taskType: task.kind,
    propensity: null,
    exposed: arm !== 'cold',
    startedAt,
    session: null,
  }
  try {
    const { made, tokens } = await attemptWithModel(input.endpoint, {
      prompt: task.prompt,
      context,
      tool: task.tool,
      mostCalls: task.mostCalls,
      temperature: input.temperature,
      // Every arm of a task gets the same seed, as far as the provider honours it.
      seed: luckOf(input.seed, index, 7) % 1_000_000,
      call: world.call,
      isDone: () => task.isDone(world.state),
    })
    const errors = made.filter(({ answer }) => !answer.ok).length
    return {
      ...trial,
      end: task.isDone(world.state) ? 'pass' : 'fail',
      reason: null,
      metrics: {
        steps: made.length,
        ...(made.length === 0 ? {} : { 'agent-errors': errors / made.length }),
        ...(tokens === undefined ? {} : { tokens }),
        seconds: (app.now() - startedAt) / 1000,
      },
    }
  } catch (error) {
    return { ...trial, end: 'invalid', reason: messageOf(error), metrics: {} }
  }
}
