import { listCron } from './operation.ts'
import { type Command, EXIT } from '../../interfaces/cli/command.ts'
import { showJobs } from './show.ts'

export const cronListCommand: Command = {
  name: 'cron list',
  readsOnly: true,
  answersUnwritable: true,
  summary: 'list jobs: when they are due, and how they went last',
  examples: [['warmstart cron list --json', '']],
  run: async (context) => {
    showJobs(await listCron(await context.store()), context)
    return EXIT.ok
  },
}
