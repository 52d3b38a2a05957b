import { AppError } from '../../lib/error.ts'
import { type Command, type Context, EXIT } from '../../interfaces/cli/command.ts'
import { outputText } from './show.ts'
import { deskOf, ID_HELP } from './desk-cli.ts'

export const processLogCommand: Command = {
  name: 'process log',
  summary: 'print what a process has printed',
  arguments: 'ID',
  positionals: { least: 1, most: 1 },
  flags: {
    offset: { type: 'string', value: 'N', help: 'from this character on, counted from the start' },
    limit: { type: 'string', value: 'N', help: 'print at most N characters' },
  },
  details: [ID_HELP],
  examples: [
    ['warmstart process log 3f9a', ''],
    ['warmstart process log 3f9a --offset 0 --limit 2000', 'how it began'],
  ],
  run: async (context) => {
    const output = await (await deskOf(context)).log(context.positionals[0] ?? '', rangeOf(context))
    if (context.isSet('json')) {
      context.terminal.json(output)
      return EXIT.ok
    }
    await context.terminal.document(outputText(output))
    if (output.droppedChars > output.from || output.from > 0)
      context.terminal.note(`(from character ${output.from} of ${output.totalChars}; ${output.droppedChars} are gone)`)
    return EXIT.ok
  },
}

const rangeOf = ({ text, count }: Context): { offset?: number; limit?: number } => {
  const given = text('offset')
  if (given !== undefined && !/^\d{1,15}$/.test(given))
    throw new AppError('usage', '--offset needs a number from 0 on', { hint: 'as in --offset 0' })
  const limit = count('limit')
  return {
    ...(given === undefined ? {} : { offset: Number(given) }),
    ...(limit === undefined ? {} : { limit }),
  }
}
