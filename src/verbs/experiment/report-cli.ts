import type { Command } from '../../interfaces/cli/command.ts'
import { AppError } from '../../lib/error.ts'
import { giveReport, pagePlace, REPORT_FLAGS } from './report-write.ts'

/** Reports on experiments in the store, and on files. */
export const reportExperimentCommand: Command = {
  name: 'experiment report',
  readsOnly: true,
  answersUnwritable: true,
  paged: true,
  summary: 'say what an experiment found, and what could be wrong with that',
  arguments: '[NAME]',
  positionals: { least: 0, most: 1 },
  flags: {
    ...REPORT_FLAGS,
    declaration: { type: 'string', value: 'FILE', help: 'with --trials: what was declared, as JSON' },
    trials: { type: 'string', value: 'FILE', help: 'trials from a file, one JSON object a line, instead of the store' },
  },
  details: [
    'The verdict stands first: helps, hurts, no practical difference, or not enough data. The peek-safe interval holds however often you look; the other one is for one look at the declared end.',
  ],
  examples: [
    ['warmstart experiment report shop', ''],
    ['warmstart experiment report shop --html shop.html', 'with charts and both dots of every task'],
    ['warmstart experiment report --declaration shop.json --trials trials.ndjson --html shop.html', ''],
  ],
  run: async (context) => {
    const [declaration, trials, place] = [context.text('declaration'), context.text('trials'), pagePlace(context)]
    const { analyse } = await import('../../experiment/analyse.ts')
    const [name] = context.positionals
    if (name !== undefined) {
      const { readNamedExperiment } = await import('./find-operation.ts')
      const stored = await readNamedExperiment(context.app, await context.store(), name)
      return giveReport(context, analyse(stored.declaration, stored.trials), place)
    }
    if (declaration === undefined || trials === undefined)
      throw new AppError('usage', 'which experiment must be said', {
        hint: 'give its name, or --declaration FILE and --trials FILE',
      })
    const { readExperimentFiles } = await import('./report-files-operation.ts')
    const files = readExperimentFiles({ declaration, trials })
    return giveReport(context, analyse(files.declaration, files.trials), place)
  },
}
