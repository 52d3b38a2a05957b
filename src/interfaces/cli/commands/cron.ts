import { AppError } from '../../../lib/error.ts'
import type { JobList } from '../../../operations/cron.ts'
import { type Command, type Context, EXIT } from '../command.ts'
import { jobLines } from '../show-jobs.ts'

export const cronCommand: Command = {
  name: 'cron',
  summary: 'ask the agent something by the clock, and have the answer delivered',
  arguments: '[add|list|pause|resume|run|remove] [SCHEDULE|JOB] [PROMPT]',
  positionals: { least: 0, most: 3 },
  flags: {
    deliver: {
      type: 'string',
      value: 'TARGETS',
      help: 'of add: local (default), PLATFORM, PLATFORM:CHAT[:THREAD], all, or several with commas',
    },
    timezone: {
      type: 'string',
      value: 'NAME',
      help: 'of add: whose clocks count, as in Europe/Berlin (default: those of this machine)',
    },
    name: { type: 'string', value: 'NAME', help: 'of add: what to call it (default: the beginning of the prompt)' },
    missed: {
      type: 'string',
      value: 'HOW',
      choices: ['run', 'skip'],
      help: 'of add: what was due while no gateway ran is made up for once (run, the default) or left out (skip)',
    },
  },
  details: [
    'A schedule has five fields: minute hour day month weekday. Each run is a session of its own that knows nothing of others, so that the prompt must say everything. Jobs are run by `warmstart gateway`.',
    'An answer that begins with [SILENT] is not delivered; a failure always is. local is a file below cron/output in WARMSTART_HOME. See docs/deliveries.md.',
  ],
  examples: [
    ['warmstart cron add "0 9 * * 1" --deliver telegram "What changed in the project last week?"', ''],
    ['warmstart cron list', ''],
    ['warmstart cron run 5f3a', 'now, besides its schedule'],
  ],
  run: async (context) => {
    const list = await done(context)
    if (context.isSet('json')) context.terminal.json(list)
    else for (const line of jobLines(list, context.terminal)) context.terminal.line(line)
    return EXIT.ok
  },
}

const CHANGES = { pause: 'paused', resume: 'resumed', run: 'queued', remove: 'removed' } as const
const isChange = (verb: string): verb is keyof typeof CHANGES => Object.hasOwn(CHANGES, verb)

const done = async (context: Context): Promise<JobList> => {
  const { app, positionals, text, given } = context
  const [verb = 'list', first, prompt] = positionals
  const ofAdd = given.find(({ name }) => ['deliver', 'timezone', 'name', 'missed'].includes(name))
  if (verb !== 'add' && ofAdd !== undefined)
    throw new AppError('usage', `--${ofAdd.name} belongs to \`cron add\``, { hint: 'leave it out' })
  const { addCron, changeCron, listCron } = await import('../../../operations/cron.ts')
  if (verb === 'list' && first === undefined) return listCron(await context.store())
  if (verb === 'add' && first !== undefined && prompt !== undefined) {
    const { localTimeZone } = await import('../../../gateway/schedule.ts')
    const timezone = text('timezone') ?? localTimeZone()
    const missed = text('missed') === 'skip' ? 'skip' : 'run'
    const job = {
      schedule: first,
      prompt,
      deliver: text('deliver') ?? 'local',
      timezone,
      name: text('name'),
      missed,
    } as const
    return addCron(app, await context.store(), job)
  }
  if (isChange(verb) && first !== undefined && prompt === undefined)
    return changeCron(app, await context.store(), { how: CHANGES[verb], job: first })
  throw new AppError(
    'usage',
    verb === 'add' ? 'cron add needs a schedule and a prompt' : `cron does not know ${verb} so`,
    {
      hint: 'as in `warmstart cron add "0 9 * * 1" "What is new?"`, `cron pause JOB`, `cron list`',
    },
  )
}
