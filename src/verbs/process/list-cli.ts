import { type Command, type Context, EXIT } from '../../interfaces/cli/command.ts'
import { listLines } from './show.ts'
import { deskOf, shown } from './desk-cli.ts'

export const processListCommand: Command = {
  name: 'process list',
  summary: 'list what runs, and what has ended within the last half hour',
  examples: [['warmstart process list --json', '']],
  run: async (context) => listProcesses(context),
}

export const listProcesses = async (context: Context): Promise<number> => {
  shown(context, await (await deskOf(context)).list(), (list) => listLines(list, context.terminal))
  return EXIT.ok
}
