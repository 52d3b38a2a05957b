import { type Command, type Context, EXIT } from '../../interfaces/cli/command.ts'
import { MODEL_FLAGS, modelFlags } from '../../interfaces/cli/model-flags.ts'
import { AppError } from '../../lib/error.ts'
import { numberIn } from './plan-cli.ts'
import type { RunEnd, RunInput } from './run-operation.ts'

const MOST_WORKERS = 64
/** A worker that sends no sign of life for this long counts as dead, and another worker takes its pair. */
const LEASE_MS = 30_000
const PAUSE_MS = 30_000
const OUTPUT_MB = 64
const DISK_MB = 2_048

export const runExperimentCommand: Command = {
  name: 'experiment run',
  summary: 'run the trials of a declared experiment, or go on with them',
  arguments: 'NAME',
  positionals: { least: 1, most: 1 },
  flags: {
    ...MODEL_FLAGS,
    workers: {
      type: 'string',
      value: 'N',
      help: `pairs that run at the same time (default 1, at most ${MOST_WORKERS})`,
    },
    budget: { type: 'string', value: 'USD', help: 'begin no pair that could cost more than this in all' },
    'max-time': { type: 'string', value: 'TIME', help: 'begin no pair after this time: 90s, 30m, 8h' },
    'trial-usd': { type: 'string', value: 'USD', help: 'what a trial costs, for agents that do not tell' },
    tasks: { type: 'string', value: 'PATH', help: 'where the declared tasks are on this machine' },
    'pass-env': {
      type: 'string',
      value: 'NAME',
      multiple: true,
      help: 'a variable that agents get, such as ANTHROPIC_API_KEY; its value is never stored',
    },
    'copy-login': {
      type: 'boolean',
      help: "copy the agent's login file into the fresh home of every trial, for as long as it runs",
    },
    yes: { type: 'boolean', help: 'agree that agents run commands on this machine without asking' },
    tools: { type: 'string', value: 'NAMES', help: 'of our own agent: its tools (default file,terminal)' },
    'max-steps': { type: 'string', value: 'N', help: 'of our own agent: how often the model is asked' },
    'max-output-mb': { type: 'string', value: 'N', help: `end a trial that prints more (default ${OUTPUT_MB})` },
    'max-disk-mb': { type: 'string', value: 'N', help: `end a trial that writes more (default ${DISK_MB})` },
    'lease-seconds': {
      type: 'string',
      value: 'N',
      help: 'take over the pair of a worker that was silent for N seconds (default 30)',
    },
  },
  details: [
    'Every trial gets a fresh copy of its start state and a fresh home. A trial ends as pass, fail or invalid; a pair with an invalid trial is run again as a whole, three times at most.',
    'Killing it at any moment is safe: the next run goes on, and no finished trial is run twice. With one PostgreSQL store, several machines share the work: start the same command on each.',
    'Ctrl-C cuts the running trials off; the next run repeats them.',
  ],
  examples: [
    ['warmstart experiment run shop --workers 2 --budget 20 --yes --pass-env ANTHROPIC_API_KEY', ''],
    [
      'warmstart experiment run shop --store postgres://lab/warmstart --tasks ./tasks --yes',
      'on each of several machines',
    ],
  ],
  run: async (context) => {
    const { app, terminal } = context
    const stop = new AbortController()
    process.removeAllListeners('SIGINT')
    process.on('SIGINT', () => {
      if (stop.signal.aborted) process.exit(EXIT.interrupted)
      terminal.note('stopping; nothing is lost. Again leaves at once.')
      stop.abort()
    })
    const { runExperiment } = await import('./run-operation.ts')
    const { progressLine, runLines, trialLine } = await import('./run-show.ts')
    const isJson = context.isSet('json')
    const { end, status } = await runExperiment(app, await context.store(), {
      ...inputFrom(context),
      signal: stop.signal,
      onTrial: (ended) => {
        if (terminal.isInteractive) terminal.status(progressLine(ended.status, terminal))
        if (!isJson) terminal.note(trialLine(ended, terminal))
      },
    })
    terminal.status('')
    if (isJson) terminal.json({ end, status })
    else for (const line of runLines(end, status, terminal)) terminal.line(line)
    return EXIT_OF[end]
  },
}

/** Reaching a limit is not a failure: the next run continues there. */
const EXIT_OF: Record<RunEnd, number> = {
  done: EXIT.ok,
  verdict: EXIT.ok,
  budget: EXIT.ok,
  over: EXIT.ok,
  closed: EXIT.ok,
  broken: EXIT.failed,
  stopped: EXIT.interrupted,
}

const MEGABYTE = 1024 * 1024

const inputFrom = (context: Context): Omit<RunInput, 'signal'> => {
  const { text, count, isSet, given } = context
  const workers = count('workers') ?? 1
  if (workers > MOST_WORKERS)
    throw new AppError('usage', `at most ${MOST_WORKERS} workers`, { hint: 'use several machines' })
  const passed = given.flatMap(({ name, value }) => (name === 'pass-env' && typeof value === 'string' ? [value] : []))
  const missing = passed.find((name) => context.app.place.env[name] === undefined)
  if (missing !== undefined)
    throw new AppError('usage', `there is no variable ${missing}`, {
      hint: 'set it before the run, or leave out --pass-env',
    })
  return {
    name: context.positionals[0] ?? '',
    workers,
    budgetUsd: numberIn(context, 'budget') ?? null,
    mostMs: durationIn(text('max-time')),
    trialUsd: numberIn(context, 'trial-usd'),
    tasks: text('tasks'),
    passed,
    copiesLogin: isSet('copy-login'),
    isAllowed: isSet('yes'),
    flags: modelFlags(context),
    tools: text('tools') ?? 'file,terminal',
    maxSteps: count('max-steps'),
    mostOutputBytes: (count('max-output-mb') ?? OUTPUT_MB) * MEGABYTE,
    mostDiskBytes: (count('max-disk-mb') ?? DISK_MB) * MEGABYTE,
    leaseMs: (count('lease-seconds') ?? LEASE_MS / 1000) * 1000,
    pauseMs: PAUSE_MS,
  }
}

const UNITS_MS: Record<string, number> = { s: 1_000, m: 60_000, h: 3_600_000 }

const durationIn = (word: string | undefined): number | undefined => {
  if (word === undefined) return undefined
  const [, number, unit] = /^(\d{1,6})([smh])$/.exec(word) ?? []
  if (number === undefined || unit === undefined)
    throw new AppError('usage', `--max-time ${word} is no time`, { hint: 'as in 90s, 30m, 8h' })
  return Number(number) * (UNITS_MS[unit] ?? 0)
}
