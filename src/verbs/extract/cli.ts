import { answer } from '../../interfaces/cli/answer.ts'
import { extract } from './operation.ts'
import { type Command } from '../../interfaces/cli/command.ts'
import { builtLines } from '../build/show.ts'
import { ABOUT_FLAGS, aboutOf } from '../build/flags.ts'

export const extractCommand: Command = {
  name: 'extract',
  aliases: ['create-template'],
  summary: 'make a template of one session that you know went well',
  arguments: 'SESSION',
  positionals: { least: 1, most: 1 },
  flags: {
    name: {
      type: 'string',
      short: 'n',
      value: 'NAME',
      help: 'its name; without one it is made from the kind of task and the session',
    },
    max: { type: 'string', value: 'N', help: 'at most N patterns (default 10)' },
    ...ABOUT_FLAGS,
  },
  details: [
    'You vouch for the session, so once is enough for a pattern. What others wrote, secrets and destructive commands stay out all the same.',
  ],
  examples: [
    ['warmstart extract 0f3c --name release', 'how the release was made that time'],
    ['warmstart create-template 0f3c --type code --max 5', 'the same under its older name'],
  ],
  run: async (context) => {
    const template = await extract(context.app, await context.store(), {
      session: context.positionals[0] ?? '',
      name: context.text('name'),
      max: context.count('max'),
      ...aboutOf(context),
    })
    return answer(context, template, (built, screen) => builtLines(built, screen, context.app.now()))
  },
}
