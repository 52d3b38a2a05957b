import { answer } from '../../interfaces/cli/answer.ts'
import { AppError } from '../../lib/error.ts'
import { compressCheck } from './operation.ts'
import { type Command, type Context } from '../../interfaces/cli/command.ts'
import { FILTER_FLAGS, filterOf } from '../../interfaces/cli/history-filter.ts'
import { compressionLines } from './show.ts'

/** By default, a fifth more errors than before is acceptable. */
const DEFAULT_TOLERANCE = 1.2

export const compressCheckCommand: Command = {
  name: 'compress-check',
  paged: true,
  readsOnly: true,
  answersUnwritable: true,
  summary: 'say whether compaction costs your agents anything',
  arguments: '[SESSION]',
  positionals: { least: 0, most: 1 },
  flags: {
    tolerance: {
      type: 'string',
      value: 'X',
      help: `preserved while errors after are at most X times those before (default ${DEFAULT_TOLERANCE})`,
    },
    ...FILTER_FLAGS,
    all: { type: 'boolean', help: 'all compactions instead of the first twenty' },
  },
  details: [
    'Compares the calls before and after each compaction, and with places where nothing was compacted. docs/compaction.md says how.',
  ],
  examples: [
    ['warmstart compress-check', 'over all history'],
    ['warmstart compress-check 0f3c --tolerance 1.5', 'one session, less strict'],
  ],
  run: async (context) => {
    const [session] = context.positionals
    const narrowing = Object.keys(FILTER_FLAGS).find((flag) => context.text(flag) !== undefined)
    if (session !== undefined && narrowing !== undefined)
      throw new AppError('usage', `--${narrowing} narrows the history and means nothing beside a session`, {
        hint: 'leave out one of the two',
      })
    const input = {
      ...(session === undefined ? {} : { session }),
      tolerance: toleranceOf(context),
      filter: filterOf(context),
    }
    const report = await compressCheck(await context.store(), input)
    const view = { all: context.isSet('all'), isNarrowed: narrowing !== undefined }
    return answer(context, report, (_, screen) => compressionLines(report, screen, view))
  },
}

const toleranceOf = (context: Context): number => {
  const text = context.text('tolerance')
  if (text === undefined) return DEFAULT_TOLERANCE
  if (/^\d{1,6}(\.\d{1,6})?$/.test(text) && Number(text) > 0) return Number(text)
  throw new AppError('usage', `--tolerance needs a number above 0, not ${text}`, {
    hint: '1.2 accepts a fifth more errors than before',
  })
}
