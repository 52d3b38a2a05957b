import { answer } from '../../interfaces/cli/answer.ts'
import { listCron } from './operation.ts'
import { type Command } from '../../interfaces/cli/command.ts'
import { jobLines } from './show.ts'

export const cronListCommand: Command = {
  name: 'cron list',
  readsOnly: true,
  answersUnwritable: true,
  summary: 'list jobs: when they are due, and how they went last',
  examples: [['warmstart cron list --json', '']],
  run: async (context) => {
    return answer(context, await listCron(await context.store()), jobLines)
  },
}
