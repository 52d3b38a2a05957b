import type { Command } from '../../interfaces/cli/command.ts'
import { AppError } from '../../lib/error.ts'

export const experimentCommand: Command = {
  name: 'experiment',
  summary: 'find out whether it helps on your own tasks',
  arguments: 'VERB',
  verbs: {
    compare: async () => (await import('./compare-cli.ts')).compareRunsCommand,
    report: async () => (await import('./report-cli.ts')).reportExperimentCommand(),
  },
  examples: [['warmstart experiment compare jobs/cold jobs/warm', 'two finished runs, pair by pair']],
  run: async () => {
    throw new AppError('usage', 'experiment needs a verb', { hint: 'compare, report' })
  },
}
