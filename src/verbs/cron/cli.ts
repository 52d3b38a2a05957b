import { answer } from '../../interfaces/cli/answer.ts'
import { type Command } from '../../interfaces/cli/command.ts'
import { CRON_VERBS } from './verbs-cli.ts'

export const cronCommand: Command = {
  name: 'cron',
  readsOnly: true,
  answersUnwritable: true,
  summary: 'run prompts on a schedule and deliver the answers',
  arguments: '[VERB]',
  verbs: CRON_VERBS,
  details: ['Without a verb it lists all jobs. They are run by `warmstart gateway`. See docs/deliveries.md.'],
  examples: [
    ['warmstart cron add "0 9 * * 1" --deliver telegram "What changed in the project last week?"', ''],
    ['warmstart cron list', ''],
    ['warmstart cron run 5f3a', 'once now; the schedule stays'],
  ],
  run: async (context) => {
    const { listCron } = await import('./operation.ts')
    const { jobLines } = await import('./show.ts')
    return answer(context, await listCron(await context.store()), jobLines)
  },
}
