import { answer } from '../../interfaces/cli/answer.ts'
import { AppError } from '../../lib/error.ts'
import type { HistoryFilter } from '../profile/operation.ts'
import { report } from './operation.ts'
import { type Command, type Context, EXIT } from '../../interfaces/cli/command.ts'
import { FILTER_FLAGS, filterOf } from '../../interfaces/cli/history-filter.ts'
import { checkReportPlace, drawReport, writeReport } from './file.ts'
import { wrap } from '../../interfaces/cli/table.ts'

/** Sends the page to standard output instead of a file. */
const STDOUT = '-'

export const reportCommand: Command = {
  name: 'report',
  readsOnly: true,
  answersUnwritable: true,
  summary: 'write how reliable your agents are as one page with charts',
  flags: {
    html: { type: 'string', value: 'FILE', help: 'where to write it; - is standard output' },
    session: {
      type: 'string',
      value: 'ID',
      help: 'the session shown call by call (default: a long one of the newest)',
    },
    force: { type: 'boolean', help: 'overwrite FILE even if it is not a report' },
    ...FILTER_FLAGS,
  },
  details: [
    'One file that needs no network. It is for you alone (mode 0600): secrets in it are replaced, but it holds excerpts of your sessions.',
  ],
  examples: [
    ['warmstart report --html report.html', 'all history'],
    ['warmstart report --html shop.html --project shop --since 12w', 'a part of it'],
  ],
  run: async (context) => {
    const file = context.text('html')
    if (file === undefined || file === '')
      throw new AppError('usage', 'report needs a file to write to', { hint: 'warmstart report --html report.html' })
    const filter = filterOf(context)
    const path = file === STDOUT ? STDOUT : checkReportPlace(file, { force: context.isSet('force') })
    if (path === STDOUT && context.isSet('json'))
      throw new AppError('usage', '--json and --html - both want standard output', { hint: 'name a file' })
    return write(context, path, filter)
  },
}

const write = async (context: Context, path: string, filter: HistoryFilter): Promise<number> => {
  const { terminal } = context
  const content = await report(await context.store(), filter, context.text('session'))
  const { page, words } = await drawReport(context.app, content)
  if (path === STDOUT) {
    await terminal.document(page)
    return EXIT.ok
  }
  writeReport(path, page)
  return answer(context, { path, session: content.session?.session ?? null, headline: words }, (_, { width }) => [
    ...words.flatMap((text) => wrap(text, width)),
    '',
    path,
  ])
}
