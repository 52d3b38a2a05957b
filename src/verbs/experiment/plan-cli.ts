import { ARM_WORDS, doseArms, readArms } from '../../experiment/arms.ts'
import { type Command, type Context, EXIT } from '../../interfaces/cli/command.ts'
import { AppError } from '../../lib/error.ts'
import type { ArmOfExperiment, Design, Metric, Stopping } from '../../schema/experiment.ts'
import { currentProject } from '../lessons/current-project.ts'
import type { PlanInput } from './plan-operation.ts'

const DESIGNS = ['paired', 'live', 'reversal', 'observational'] as const satisfies readonly Design[]
const METRICS = [
  'success',
  'agent-errors',
  'repeated-mistakes',
  'steps',
  'tokens',
  'seconds',
  'cost-usd',
  'rating',
] as const satisfies readonly Metric[]
const DEFAULT_PHASE = 10

export const planCommand: Command = {
  name: 'experiment plan',
  summary: 'declare an experiment before any data, and say what it can find',
  arguments: 'NAME',
  positionals: { least: 1, most: 1 },
  flags: {
    design: { type: 'string', value: 'DESIGN', choices: DESIGNS, help: `${DESIGNS.join(', ')} (default paired)` },
    tasks: { type: 'string', value: 'PATH', help: 'a task, a folder of tasks, or a YAML list of tasks' },
    'from-history': {
      type: 'boolean',
      help: 'make tasks of your own earlier requests: first message, revision before it, test command that passed later',
    },
    local: { type: 'boolean', help: 'run tasks for containers on this machine, where they only copy files' },
    arms: { type: 'string', value: 'ARMS', help: `with commas: ${ARM_WORDS} (default cold,warm)` },
    doses: {
      type: 'string',
      value: 'NUMBERS',
      help: 'arms by number of patterns, as in 0,1,3,5,10,15; needs --template',
    },
    template: {
      type: 'string',
      value: 'NAME',
      help: 'the template that warm arms give (default: lessons of the project)',
    },
    project: { type: 'string', value: 'PATH', help: "whose lessons are given (default: the current directory's)" },
    runner: {
      type: 'string',
      value: 'NAME',
      help: 'own, claude-code, codex, opencode, gemini-cli, hermes, or command (default own); "codex -c KEY=VALUE" hands words to the agent',
    },
    command: {
      type: 'string',
      value: 'LINE',
      help: 'with --runner command: the command line; it finds the prompt in $PROMPT and $PROMPT_FILE',
    },
    model: { type: 'string', value: 'NAME', help: 'the model, as the runner calls it' },
    repeats: { type: 'string', value: 'N', help: 'how often each task runs in each arm (default 1)' },
    primary: {
      type: 'string',
      value: 'METRIC',
      choices: METRICS,
      help: `the metric that decides: ${METRICS.join(', ')} (default success)`,
    },
    margin: { type: 'string', value: 'NUMBER', help: 'differences below this do not matter (default 0.05)' },
    alpha: { type: 'string', value: 'NUMBER', help: 'share of false finds that is allowed (default 0.05)' },
    n: {
      type: 'string',
      value: 'N',
      help: 'look once, after N tasks or sessions (default: look at any time, with wider intervals)',
    },
    most: { type: 'string', value: 'N', help: 'of a live experiment: at most N sessions' },
    phase: { type: 'string', value: 'N', help: `of a reversal: sessions of a phase (default ${DEFAULT_PHASE})` },
    seed: { type: 'string', value: 'N', help: 'decides the order of tasks and arms (default 1)' },
    effect: { type: 'string', value: 'NUMBER', help: 'the difference that would be worth finding (default 0.1)' },
    discordant: {
      type: 'string',
      value: 'SHARE',
      help: 'for the power: share of tasks whose arms end differently (default 0.3)',
    },
    'base-rate': {
      type: 'string',
      value: 'SHARE',
      help: 'for the power: share of successes of the first arm (default 0.5)',
    },
    'trial-usd': { type: 'string', value: 'USD', help: 'what a trial costs (default: the mean of earlier ones)' },
    'dry-run': { type: 'boolean', help: 'declare nothing' },
  },
  details: [
    'Every check is tried before anything is spent: it must fail on the untouched start state, and pass on the solution if the task has one. Other tasks are left out and named.',
    'The words that each arm gives are taken from the store now and never change afterwards. The same flags again declare the same experiment while it has not ended.',
  ],
  examples: [
    ['warmstart experiment plan shop --tasks ./tasks --runner claude-code --repeats 3', ''],
    ['warmstart experiment plan mine --from-history', 'tasks from what you asked before'],
    ['warmstart experiment plan dose --tasks ./tasks --doses 0,1,3,5 --template shop', 'how much is enough?'],
    ['warmstart experiment plan live --design live --most 400', 'draws an arm for each of your own sessions'],
    ['warmstart experiment plan harbor --tasks ./terminal-bench --local --arms cold,warm,placebo', ''],
  ],
  run: async (context) => {
    const { app, terminal } = context
    const { planExperiment } = await import('./plan-operation.ts')
    const store = await context.store()
    const input = await inputFrom(context)
    const plan = await planExperiment(app, store, {
      ...input,
      tasks: context.isSet('from-history') ? await historyTasks(context, input) : input.tasks,
      onProof: (done, of) => terminal.status(`checks are tried: ${done} of ${of}`),
    })
    terminal.status('')
    if (context.isSet('json')) terminal.json(plan)
    else {
      const { planLines } = await import('./plan-show.ts')
      for (const line of planLines(plan, terminal)) terminal.line(line)
    }
    return EXIT.ok
  },
}

const historyTasks = async (context: Context, { tasks, name, project }: PlanInput): Promise<string> => {
  if (tasks !== undefined)
    throw new AppError('usage', '--tasks and --from-history both name tasks', { hint: 'keep one of the two' })
  const { writeHistoryTasks } = await import('./from-history-operation.ts')
  return writeHistoryTasks(context.app, await context.store(), { name, project })
}

const inputFrom = async (context: Context): Promise<PlanInput> => {
  const { text, count, isSet } = context
  const design = (text('design') ?? 'paired') as Design
  const template = text('template')
  return {
    name: nameIn(context.positionals[0] ?? ''),
    design,
    arms: armsIn(context, template),
    template,
    project: text('project') ?? (await currentProject(context)),
    tasks: text('tasks'),
    isLocal: isSet('local'),
    repeats: count('repeats') ?? 1,
    primary: (text('primary') ?? 'success') as Metric,
    margin: numberIn(context, 'margin') ?? 0.05,
    alpha: numberIn(context, 'alpha') ?? 0.05,
    stopping: stoppingIn(context),
    runner: design === 'paired' ? await runnerIn(text('runner') ?? 'own') : null,
    command: text('command'),
    model: text('model'),
    seed: count('seed') ?? 1,
    trialUsd: numberIn(context, 'trial-usd'),
    phaseSessions: count('phase') ?? DEFAULT_PHASE,
    assumed: {
      effect: shareIn(context, 'effect') ?? 0.1,
      discordant: shareIn(context, 'discordant') ?? 0.3,
      baseRate: shareIn(context, 'base-rate') ?? 0.5,
    },
    isDry: isSet('dry-run'),
  }
}

const NAME = /^[\p{L}\p{N}][\p{L}\p{N}._-]{0,79}$/u

const nameIn = (name: string): string => {
  if (NAME.test(name)) return name
  throw new AppError('usage', `${JSON.stringify(name)} is no name of an experiment`, {
    hint: 'letters, digits, dot, dash and underscore',
  })
}

const armsIn = ({ text }: Context, template: string | undefined): ArmOfExperiment[] => {
  const [arms, doses] = [text('arms'), text('doses')]
  if (doses === undefined) return readArms(arms ?? 'cold,warm', { template })
  if (arms !== undefined || template === undefined)
    throw new AppError('usage', '--doses makes the arms by itself, from a template', {
      hint: '--doses 0,1,3,5 --template NAME, without --arms',
    })
  return doseArms(doses, { template })
}

const stoppingIn = ({ count }: Context): Stopping => {
  const n = count('n')
  return n === undefined ? { rule: 'always-valid', most: count('most') ?? null } : { rule: 'fixed', n }
}

const runnerIn = async (name: string): Promise<string> => {
  const { isRunner, RUNNERS_HINT } = await import('./run-operation.ts')
  if (isRunner(name)) return name
  throw new AppError('usage', `there is no runner ${name}`, { hint: RUNNERS_HINT })
}

/** Reads a number of 0 or more. */
export const numberIn = ({ text }: Context, flag: string): number | undefined => {
  const word = text(flag)
  if (word === undefined) return undefined
  if (/^\d{0,12}(?:\.\d{1,9})?$/.test(word) && word !== '') return Number(word)
  throw new AppError('usage', `--${flag} ${word} is no number`, { hint: `as in --${flag} 0.1` })
}

const shareIn = (context: Context, flag: string): number | undefined => {
  const share = numberIn(context, flag)
  if (share === undefined || (share > 0 && share < 1)) return share
  throw new AppError('usage', `--${flag} must lie between 0 and 1`, { hint: `as in --${flag} 0.3` })
}
