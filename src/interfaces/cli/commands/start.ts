import { join } from 'node:path'
import { messageOf } from '../../../lib/error.ts'
import { makeDirectory } from '../../../lib/make-directory.ts'
import { type StartReport, start } from '../../../operations/start.ts'
import { type Command, type Context, EXIT } from '../command.ts'
import { createProgress } from '../progress.ts'
import { drawReport, writeReport } from '../report-file.ts'
import { programWord } from '../program-word.ts'
import { startLines } from '../show-start.ts'
import { turnOnCommand } from '../turn-on.ts'

export const startCommand: Command = {
  name: 'start',
  summary: 'read the history of every agent on this machine, and show on one screen what matters',
  details: [
    'One screen: what was read, how often calls failed, what looked fine and was not, the most expensive mistakes, models, what could be carried over into new sessions, and three commands to go on with. Templates are only proposed: nothing is put to use without your word.',
    'Where no agent has left any history, or with --sample, a bundled sample of made-up sessions is used instead.',
    'It also writes a page with charts, report.html, in WARMSTART_HOME (~/.warmstart; the page of the sample beside it in sample/). The page is for you alone (mode 0600): it holds excerpts of your sessions.',
  ],
  run: async (context) => {
    const { terminal } = context
    const progress = createProgress(terminal, 'reading')
    const sample = context.isSet('sample')
    const { report: found, content } = await start(context.app, context.store, {
      sample,
      onProgress: progress.update,
    }).finally(progress.end)
    const app = { ...context.app, storeAddress: found.store }
    const { page, words } = await drawReport(app, content, { sample: found.sample })
    const program = programWord(app.place)
    const report: StartReport = {
      ...found,
      headline: words,
      page: save(context, page, found.sample),
      turnOn: await turnOnCommand(context.app, found, program.word),
    }
    if (context.isSet('json')) terminal.json(report)
    else for (const line of startLines(report, program, terminal)) terminal.line(line)
    return EXIT.ok
  },
}

/** What was read is worth showing even where the page cannot be written. */
const save = ({ app, terminal }: Context, page: string, isSample: boolean): string | null => {
  const directory = isSample ? join(app.home, 'sample') : app.home
  const path = join(directory, 'report.html')
  try {
    makeDirectory(directory)
    writeReport(path, page)
    return path
  } catch (error) {
    terminal.note(`warmstart: ${messageOf(error)}`)
    return null
  }
}
