import { answer } from '../../interfaces/cli/answer.ts'
import { AppError } from '../../lib/error.ts'
import { profileHistory, profileSession } from './operation.ts'
import { type Command, type Context } from '../../interfaces/cli/command.ts'
import { FILTER_FLAGS, filterOf } from '../../interfaces/cli/history-filter.ts'
import { historyLines } from './history-show.ts'
import { profileLines } from './show.ts'
import { sessionProfileLines } from './session-show.ts'

export const profileCommand: Command = {
  name: 'profile',
  paged: true,
  aliases: ['analyze'],
  readsOnly: true,
  answersUnwritable: true,
  summary: 'say how reliable your agents are and where errors come from',
  arguments: '[SESSION]',
  positionals: { least: 0, most: 1 },
  flags: {
    ...FILTER_FLAGS,
    all: {
      type: 'boolean',
      help: 'every figure instead of one screen',
    },
    timeline: { type: 'boolean', help: 'of a SESSION: its calls as a table' },
  },
  details: [
    'Without SESSION: the whole history, or the part of it that the filters leave. With one (an id or a unique prefix): how that session went.',
    'Every rate has its 95 % interval and its n. docs/how-reliable.md says what the figures can and cannot tell.',
  ],
  examples: [
    ['warmstart profile', 'all history, on one screen'],
    ['warmstart profile --all', 'every figure of it'],
    ['warmstart profile --project shop --since 30d', 'the last month of one project'],
    ['warmstart profile 0f3c', 'the session whose id begins so'],
    ['warmstart profile --json | jq .earlyLate', ''],
  ],
  run: async (context) => {
    const [name] = context.positionals
    if (name !== undefined) return showSession(context, name)
    if (context.isSet('timeline'))
      throw new AppError('usage', '--timeline belongs to a session', { hint: 'warmstart profile SESSION --timeline' })
    const filter = filterOf(context)
    const history = await profileHistory(await context.store(), filter)
    return answer(context, history, context.isSet('all') ? historyLines : profileLines)
  },
}

const showSession = async (context: Context, name: string): Promise<number> => {
  const filter = Object.keys(FILTER_FLAGS).find((flag) => context.text(flag) !== undefined)
  if (filter !== undefined)
    throw new AppError('usage', `--${filter} narrows the history and means nothing beside a session`, {
      hint: 'leave out one of the two',
    })
  const profile = await profileSession(await context.store(), name)
  const view = { all: context.isSet('all'), timeline: context.isSet('timeline') }
  return answer(context, profile, (found, screen) => sessionProfileLines(found, screen, view))
}
