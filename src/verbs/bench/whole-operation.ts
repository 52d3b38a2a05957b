import type { App } from '../../app.ts'
import { type Pool, plantEffect, USUAL_AGENT } from '../../experiment/bench/generator.ts'
import { type ArmContext, COLD, luckOf, readContext, tryTask } from '../../experiment/bench/scripted-trial.ts'
import type { MadeCall } from '../../experiment/bench/scripted-agent.ts'
import { type SessionFile, sessionFile } from '../../experiment/bench/session-file.ts'
import { type BenchTask, generateTask } from '../../experiment/bench/task.ts'
import { createRandom } from '../../sample/random.ts'
import type { Trial } from '../../schema/experiment.ts'
import { openWorkshop, requireLearnt, type Workshop } from './workshop-operation.ts'

export interface WholeInput {
  effectPoints: number
  tasks: number
  /** How often each task runs in each arm. */
  repeats: number
  /** Cold sessions that lessons and template are made from. */
  history: number
  seed: number
  /** Examples that a warm session is given. */
  dose: number
}

export interface WholeRun {
  pool: Pool
  tasks: BenchTask[]
  trials: Trial[]
  /** What the product found in the history. */
  learnt: { sessions: number; calls: number; patterns: number; workflows: number; recoveries: number; lessons: number }
  context: ArmContext
}

/** The name of the scripted agent in trials. */
export const SCRIPTED = 'scripted'

/**
 * One whole run: the bench writes cold sessions, `sync` reads them, and the product makes lessons and a template from
 * them. Then every task is tried cold and warm, in turns, from fresh states, and `sync` reads those sessions too.
 */
export const runWhole = async (app: App, input: WholeInput): Promise<WholeRun> => {
  const workshop = await openWorkshop(app)
  try {
    return await runIn(workshop, input)
  } finally {
    await workshop.close()
  }
}

const runIn = async (workshop: Workshop, input: WholeInput): Promise<WholeRun> => {
  const { seed, dose } = input
  const read = await writeHistory(workshop, input)
  const found = await workshop.buildTemplate()
  const context = { depot: requireLearnt(await workshop.seed(dose)), repository: await workshop.lessons() }
  const tasks = Array.from({ length: input.tasks }, (_, index) => generateTask(seed, index))
  const pool = plantEffect(input.effectPoints, { tasks, warm: readContext(context), seed })
  const trials = await runPairs(workshop, { tasks, context, pool, seed, repeats: input.repeats })
  const lessons = context.repository.split('\n').filter((line) => line.startsWith('- ')).length
  return { pool, tasks, trials, learnt: { ...read, ...found, lessons }, context }
}

/** Writes cold sessions whose tasks differ from those of the compared sessions. */
export const writeHistory = async (
  workshop: Workshop,
  { seed, history }: Pick<WholeInput, 'seed' | 'history'>,
): Promise<{ sessions: number; calls: number }> => {
  const cold = readContext(COLD)
  const startedAt = workshop.app.now() - DAY_MS
  return workshop.addSessions(
    Array.from({ length: history }, (_, index) => {
      const task = generateTask(seed, index, 'history')
      const luck = luckOf(seed, index, 5000)
      const { made } = tryTask({ task, context: cold, settings: USUAL_AGENT, luck })
      return sessionFile({
        task,
        made:
          index % BEGINNERS === 0 || task.goal.kind === 'repository' ? made : made.filter(({ answer }) => answer.ok),
        model: SCRIPTED,
        startedAt: startedAt + index * MINUTE_MS,
        directory: workshop.repository,
        random: createRandom(luck),
      })
    }),
  )
}

/**
 * In one of three depot sessions the agent meets the rules for the first time; in the others it knows them and makes
 * only calls that work. A template leaves out a tool that fails in more than 30 % of its calls, so a history of
 * beginners alone would teach nothing.
 */
const BEGINNERS = 3

const DAY_MS = 24 * 60 * 60 * 1000
const MINUTE_MS = 60_000

interface Pairs {
  tasks: readonly BenchTask[]
  context: ArmContext
  pool: Pool
  seed: number
  repeats: number
}

const runPairs = async (workshop: Workshop, { tasks, context, pool, seed, repeats }: Pairs): Promise<Trial[]> => {
  const contexts = { cold: readContext(COLD), warm: readContext(context) }
  const startedAt = workshop.app.now() - DAY_MS / 4
  const files: SessionFile[] = []
  const trials: Trial[] = []
  for (let repeat = 1; repeat <= repeats; repeat++)
    for (const [index, task] of tasks.entries())
      for (const arm of armsInOrder(seed, index + repeat * tasks.length)) {
        // Two trials of a task are two sessions, each with its own luck.
        const luck = luckOf(seed, index, (arm === 'cold' ? 9000 : 9001) + repeat * 10)
        const at = startedAt + trials.length * 1000
        const { isPassed, made } = tryTask({ task, context: contexts[arm], settings: pool.settings, luck })
        const file = sessionFile({
          task,
          made,
          model: SCRIPTED,
          startedAt: at,
          directory: workshop.repository,
          random: createRandom(luck ^ 0x5bd1e995),
        })
        files.push(file)
        trials.push(trialOf(task, { arm, repeat, isPassed, made, at, session: file.id }))
      }
  await workshop.addSessions(files)
  return trials
}

/** The order is random, so that neither arm always has the warm cache or the later hour. */
const armsInOrder = (seed: number, pair: number): readonly ('cold' | 'warm')[] =>
  createRandom(luckOf(seed, pair, 77)).chance(0.5) ? ['cold', 'warm'] : ['warm', 'cold']

interface Ended {
  arm: string
  repeat: number
  isPassed: boolean
  made: readonly MadeCall[]
  at: number
  session: string
}

const trialOf = (task: BenchTask, { arm, repeat, isPassed, made, at, session }: Ended): Trial => ({
  task: task.id,
  repeat,
  arm,
  end: isPassed ? 'pass' : 'fail',
  reason: null,
  score: null,
  metrics: {
    steps: made.length,
    ...(made.length === 0 ? {} : { 'agent-errors': made.filter(({ answer }) => !answer.ok).length / made.length }),
  },
  model: SCRIPTED,
  taskType: task.goal.kind,
  propensity: null,
  exposed: arm === 'warm',
  startedAt: at,
  session,
})
