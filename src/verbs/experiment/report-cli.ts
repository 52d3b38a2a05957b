import type { Command } from '../../interfaces/cli/command.ts'
import { AppError } from '../../lib/error.ts'
import type { Declaration, Trial } from '../../schema/experiment.ts'
import type { Connection } from '../../store/connection.ts'
import { giveReport, pagePlace, REPORT_FLAGS } from './report-write.ts'

/** How an experiment that the store keeps is read by its id or name; undefined: there is none. */
export type ReadStored = (
  connection: Connection,
  id: string,
) => Promise<{ declaration: Declaration; trials: Trial[] } | undefined>

/** `experiment report`, over files alone or also over experiments that the store keeps. */
export const reportExperimentCommand = (readStored?: ReadStored): Command => ({
  name: 'experiment report',
  readsOnly: true,
  answersUnwritable: true,
  paged: true,
  summary: 'say what an experiment found, and what could be wrong with that',
  ...(readStored === undefined ? {} : { arguments: '[ID]', positionals: { least: 0, most: 1 } }),
  flags: {
    ...REPORT_FLAGS,
    declaration: { type: 'string', value: 'FILE', help: 'with --trials: what was declared, as JSON' },
    trials: { type: 'string', value: 'FILE', help: 'trials from a file, one JSON object a line, instead of the store' },
  },
  details: [
    'The verdict stands first: helps, hurts, no practical difference, or not enough data. The peek-safe interval holds however often anybody looks; the other one is for one look at the declared end.',
  ],
  examples: [['warmstart experiment report --declaration shop.json --trials trials.ndjson --html shop.html', '']],
  run: async (context) => {
    const [declaration, trials, place] = [context.text('declaration'), context.text('trials'), pagePlace(context)]
    const { analyse } = await import('../../experiment/analyse.ts')
    const [id] = context.positionals
    if (id !== undefined && readStored !== undefined) {
      const stored = await readStored(await context.store(), id)
      if (stored === undefined)
        throw new AppError('no-such-experiment', `there is no experiment ${id}`, {
          hint: '`warmstart experiment list` lists them',
        })
      return giveReport(context, analyse(stored.declaration, stored.trials), place)
    }
    if (declaration === undefined || trials === undefined)
      throw new AppError('usage', 'which experiment must be said', {
        hint:
          readStored === undefined
            ? 'give --declaration FILE and --trials FILE'
            : 'give its id, or --declaration FILE and --trials FILE',
      })
    const { readExperimentFiles } = await import('./report-files-operation.ts')
    const files = readExperimentFiles({ declaration, trials })
    return giveReport(context, analyse(files.declaration, files.trials), place)
  },
})
