import { answer } from '../../interfaces/cli/answer.ts'
import { AppError } from '../../lib/error.ts'
import { build } from './operation.ts'
import { otherOwners, withOwners } from './other-owners-operation.ts'
import { type Command, type Context, EXIT } from '../../interfaces/cli/command.ts'
import { FILTER_FLAGS, projectOf, readMoment } from '../../interfaces/cli/history-filter.ts'
import { ABOUT_FLAGS, aboutOf } from './flags.ts'
import { builtLines } from './show.ts'

const { source, platform, project, model, since } = FILTER_FLAGS as Record<
  string,
  NonNullable<Command['flags']>[string]
>

export const buildCommand: Command = {
  name: 'build',
  summary: 'make a template of what worked in many sessions',
  arguments: 'NAME',
  positionals: { least: 0, most: 1 },
  flags: {
    name: { type: 'string', short: 'n', value: 'NAME', help: 'its name, as `hermes warm build` took it' },
    from: { type: 'string', multiple: true, value: 'SESSION', help: 'only these sessions, however short they are' },
    ...(source && { source }),
    ...(platform && { platform }),
    ...(project && { project }),
    ...(model && { model }),
    ...(since && { since }),
    until: {
      type: 'string',
      value: 'WHEN',
      help: 'ignore everything from this day on (2026-03-01, UTC), or of the last 12h, 30d, 12w',
    },
    'min-messages': { type: 'string', value: 'N', help: 'sessions of at least N messages (default 30)' },
    'max-sessions': { type: 'string', value: 'N', help: 'the newest N that qualify (default 30)' },
    'min-support': {
      type: 'string',
      value: 'N',
      help: 'independent sessions in which a thing must have worked (default 2)',
    },
    ...ABOUT_FLAGS,
    'addendum-from': {
      type: 'string',
      value: 'WHERE',
      choices: ['system'],
      help: 'system: the system message that these sessions share becomes its addendum, given only after your yes to it',
    },
  },
  details: [
    'Looks at the newest sessions that went well enough, finds what they did alike and what got them out of errors, takes out secrets and what others wrote, and saves it. A build with the same content makes no new version.',
    'Nothing is given to any session by this: `warmstart load` does that. docs/templates.md tells what a template holds, docs/trust.md what may enter one.',
  ],
  examples: [
    ['warmstart build shop --project shop', 'what works in the project shop'],
    ['warmstart build nightly --platform cron --since 30d --tags ops', 'of scheduled sessions of the last month'],
  ],
  run: async (context) => {
    const { app, terminal } = context
    const [store, input] = [await context.store(), inputOf(context)]
    const others = await otherOwners(app, store, input)
    const template = await build(app, store, input).catch((error: unknown) => {
      throw withOwners(error, others)
    })
    await answer(context, template, (built, screen) => builtLines(built, screen, app.now()))
    if (others !== undefined) for (const text of [others.words, others.hint]) terminal.note(text)
    return EXIT.ok
  },
}

const nameOf = (context: Context): string => {
  const [positional, flag] = [context.positionals[0], context.text('name')]
  if (positional !== undefined && flag !== undefined && positional !== flag)
    throw new AppError('usage', `two names were given: ${positional} and ${flag}`, { hint: 'give one of them' })
  const name = positional ?? flag
  if (name === undefined) throw new AppError('usage', 'the template needs a name', { hint: '`warmstart build NAME`' })
  return name
}

const inputOf = (context: Context): Parameters<typeof build>[2] => ({
  name: nameOf(context),
  from: context.given.flatMap(({ name, value }) => (name === 'from' ? [String(value)] : [])),
  source: context.text('source'),
  platform: context.text('platform'),
  project: projectOf(context.text('project')),
  model: context.text('model'),
  since: momentOf(context, 'since'),
  until: momentOf(context, 'until'),
  minMessages: context.count('min-messages'),
  maxSessions: context.count('max-sessions'),
  minSupport: context.count('min-support'),
  ...aboutOf(context),
  addendumFrom: context.text('addendum-from') === undefined ? undefined : 'system',
})

const momentOf = (context: Context, name: 'since' | 'until'): number | undefined => {
  const value = context.text(name)
  if (value === undefined) return undefined
  // A day means its beginning for both flags. So a template built from sessions until a day can be tried on sessions
  // since that day.
  const moment = readMoment(value, 'start', context.app.now())
  if (moment !== undefined) return moment
  throw new AppError('usage', `--${name} needs a day, a time or a span, not ${value}`, {
    hint: 'a day as in 2026-03-01 (UTC), a time as in 2026-03-01T12:00:00Z, or how long ago as in 12h, 30d, 12w',
  })
}
