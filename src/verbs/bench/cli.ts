import { join } from 'node:path'
import { type Command, type Context, EXIT } from '../../interfaces/cli/command.ts'
import { AppError } from '../../lib/error.ts'

const DEFAULTS = {
  tasks: 200,
  repeats: 3,
  replications: 1000,
  seed: 1,
  history: 120,
  modelTasks: 100,
  warmUpSessions: 60,
}

export const benchCommand: Command = {
  name: 'bench',
  summary: 'check that warm starts are measured rightly, with planted effects or a real model',
  flags: {
    effect: { type: 'string', value: 'POINTS', help: 'plant an effect of POINTS points of success (default 20)' },
    tasks: { type: 'string', value: 'N', help: 'tasks; with --warm-up, tasks before the compaction (default 200)' },
    repeats: { type: 'string', value: 'N', help: 'how often each task runs in each arm (default 3)' },
    replications: { type: 'string', value: 'R', help: 'resamples of the trials (default 1000)' },
    seed: { type: 'string', value: 'S', help: 'the same seed gives the same run (default 1)' },
    history: { type: 'string', value: 'N', help: 'cold sessions to learn from first (default 120)' },
    doses: { type: 'string', value: 'LIST', help: 'compare numbers of examples instead, as in 0,1,3,5,10,15' },
    'warm-up': { type: 'boolean', help: 'compare ways to make a warm-up session of 10 to 20 tasks shorter instead' },
    local: { type: 'boolean', help: 'run a small real model on this machine instead; loads 150 MB the first time' },
    endpoint: { type: 'string', value: 'URL', help: 'run the model behind this OpenAI-compatible address instead' },
    model: { type: 'string', value: 'NAME', help: 'the model behind --endpoint' },
    'key-variable': { type: 'string', value: 'NAME', help: 'the environment variable that holds the key' },
    'one-call': { type: 'boolean', help: 'tasks of one call, for small models; always with --local' },
    trials: { type: 'string', value: 'FILE', help: 'append every trial of a real model to FILE, a line of JSON each' },
  },
  details: [
    'A made-up depot has ten tools and thirteen rules that no description tells. A scripted agent knows its context and nothing else. Its cold sessions are written as files, read by sync and made into lessons and a template; then every task runs cold and warm. The run works in a temporary home: your own store is not touched.',
    'With --effect the settings of the agent are chosen so that the true effect is known; the resamples tell how often intervals hold it. With --local or --endpoint a real model runs in four arms: cold, warm, a placebo of the same length, and the same examples with shuffled values. See docs/does-it-help.md.',
  ],
  examples: [
    ['warmstart bench --effect 20 --tasks 200', ''],
    ['warmstart bench --doses 0,1,3,5,10,15', 'how many examples are enough'],
    ['warmstart bench --warm-up --tasks 15', ''],
    ['warmstart bench --local --tasks 100 --trials trials.ndjson', ''],
  ],
  run: async (context) => {
    const { isSet, text } = context
    const modes = [text('doses') !== undefined, isSet('warm-up'), isSet('local'), text('endpoint') !== undefined]
    if (modes.filter(Boolean).length + (text('effect') === undefined ? 0 : 1) > 1)
      throw new AppError('usage', 'choose one of --effect, --doses, --warm-up, --local and --endpoint')
    if (text('doses') !== undefined) return runDoses(context)
    if (isSet('warm-up')) return runWarmUp(context)
    return isSet('local') || text('endpoint') !== undefined ? runModel(context) : runPlanted(context)
  },
}

const numberIn = ({ count }: Context, flag: string, fallback: number): number => count(flag) ?? fallback

const runPlanted = async (context: Context): Promise<number> => {
  const { bench } = await import('./operation.ts')
  const effect = context.text('effect') ?? '20'
  const effectPoints = Number(effect)
  if (effect.trim() === '' || !Number.isFinite(effectPoints))
    throw new AppError('usage', `--effect needs a number of points, not ${effect}`, { hint: '--effect 20' })
  const report = await bench(context.app, {
    effectPoints,
    tasks: numberIn(context, 'tasks', DEFAULTS.tasks),
    repeats: numberIn(context, 'repeats', DEFAULTS.repeats),
    replications: numberIn(context, 'replications', DEFAULTS.replications),
    seed: numberIn(context, 'seed', DEFAULTS.seed),
    history: numberIn(context, 'history', DEFAULTS.history),
  })
  return show(context, report, async () => (await import('./show.ts')).benchLines(report, context.terminal))
}

const runDoses = async (context: Context): Promise<number> => {
  const { benchDoses } = await import('./dose-operation.ts')
  const doses = (context.text('doses') ?? '').split(',').map((dose) => (dose.trim() === '' ? Number.NaN : Number(dose)))
  const report = await benchDoses(context.app, {
    doses,
    tasks: numberIn(context, 'tasks', DEFAULTS.tasks),
    seed: numberIn(context, 'seed', DEFAULTS.seed),
    history: numberIn(context, 'history', DEFAULTS.history),
  })
  return show(context, report, async () => (await import('./show.ts')).doseLines(report, context.terminal))
}

const runWarmUp = async (context: Context): Promise<number> => {
  const { benchWarmUp } = await import('./warm-up-operation.ts')
  const report = await benchWarmUp(context.app, {
    tasks: numberIn(context, 'tasks', 15),
    sessions: DEFAULTS.warmUpSessions,
    seed: numberIn(context, 'seed', DEFAULTS.seed),
  })
  return show(context, report, async () => (await import('./show.ts')).warmUpLines(report, context.terminal))
}

const runModel = async (context: Context): Promise<number> => {
  const { app, terminal } = context
  const { reportModel, runWithModel } = await import('./model-operation.ts')
  const { endpoint, stop } = await endpointOf(context)
  try {
    const run = await runWithModel(app, {
      endpoint,
      tasks: numberIn(context, 'tasks', DEFAULTS.modelTasks),
      history: numberIn(context, 'history', DEFAULTS.history),
      seed: numberIn(context, 'seed', DEFAULTS.seed),
      dose: 15,
      temperature: 0.7,
      isOneCall: context.isSet('local') || context.isSet('one-call'),
      log: context.text('trials'),
      onTrial: (done, of) => {
        if (done % 20 === 0) terminal.note(`${done} of ${of} trials`)
      },
    })
    const report = reportModel(run)
    return await show(context, report, async () => (await import('./show.ts')).modelLines(report, terminal))
  } finally {
    stop()
  }
}

/**
 * The endpoint that the flags name. The key comes from a named environment variable, so that neither the command line
 * nor the shell's history holds it.
 */
const endpointOf = async (context: Context) => {
  const { app, terminal, text } = context
  const address = text('endpoint')
  if (address === undefined) {
    const { fetchModel, LOCAL_MODEL } = await import('../../experiment/bench/local-model/fetch-model.ts')
    const { startModel } = await import('../../experiment/bench/local-model/start-model.ts')
    const fetched = await fetchModel(join(app.home, 'cache', 'bench-model'), (sentence) => terminal.note(sentence))
    const served = await startModel(fetched)
    return { endpoint: { address: served.address, model: LOCAL_MODEL.name }, stop: served.stop }
  }
  if (!URL.canParse(address)) throw new AppError('usage', `--endpoint needs an address, not ${address}`)
  const model = text('model')
  if (model === undefined) throw new AppError('usage', '--endpoint needs --model NAME')
  const variable = text('key-variable')
  const key = variable === undefined ? undefined : app.place.env[variable]
  if (variable !== undefined && !key) throw new AppError('usage', `the variable ${variable} is empty`)
  return { endpoint: { address, model, key }, stop: () => {} }
}

const show = async ({ terminal, isSet }: Context, report: object, lines: () => Promise<string[]>): Promise<number> => {
  if (isSet('json')) terminal.json(report)
  else for (const line of await lines()) terminal.line(line)
  return EXIT.ok
}
