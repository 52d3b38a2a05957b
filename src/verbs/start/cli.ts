import { join } from 'node:path'
import pc from 'picocolors'
import { messageOf } from '../../lib/error.ts'
import { makeDirectory } from '../../lib/make-directory.ts'
import { type StartOptions, type StartReport, start } from './operation.ts'
import { type Command, type Context, EXIT } from '../../interfaces/cli/command.ts'
import { canAsk } from '../../interfaces/cli/keys.ts'
import { createProgress } from '../../interfaces/cli/progress.ts'
import { drawReport, writeReport } from '../report/file.ts'
import { programWord } from '../../interfaces/cli/program-word.ts'
import { draftLines, startLines } from './show.ts'
import { turnOnCommand } from './turn-on.ts'

export const startCommand: Command = {
  name: 'start',
  summary: 'read the history of every agent on this machine, and show on one screen what matters',
  details: [
    'One screen: what was read, how often calls failed, what looked fine and was not, what new sessions could be told, the most expensive mistakes, models, templates of what worked, and three commands to go on with. Templates are only proposed: nothing is put to use without your word.',
    'Where lessons wait for a yes and you sit at a terminal, it ends with one question, which one key answers. Everything that a yes would give is printed first.',
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
      onFigures: figuresTeller(context),
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
    if (context.isSet('json')) {
      terminal.json(report)
      return EXIT.ok
    }
    const printed = startLines(report, program, terminal)
    for (const line of printed) terminal.line(line)
    const waiting = report.lessons.find(({ state }) => state === 'candidate')
    if (waiting === undefined || report.sample || !canAsk()) return EXIT.ok
    const { offerLessons } = await import('../lessons/offer-lessons.ts')
    return offerLessons(context, { project: waiting.project, printed })
  },
}

/** An earlier draft would only flicker, because the whole screen follows soon. */
const WORTH_A_DRAFT_MS = 1_000

/** Shows figures that are not final: a screen overwrites them, other output prints them once. */
const figuresTeller = ({ terminal, isSet }: Context): NonNullable<StartOptions['onFigures']> => {
  let isTold = false
  return (figures, of) => {
    if (isSet('json') || figures.sessions === 0 || performance.now() < WORTH_A_DRAFT_MS) return
    terminal.status('')
    if (terminal.isScreen) terminal.draft(draftLines(figures, of, terminal))
    else if (!isTold && of === 'some')
      for (const line of draftLines(figures, of, { ...terminal, colors: PLAIN })) terminal.note(line)
    isTold = true
  }
}

const PLAIN = pc.createColors(false)

/** If the page cannot be written, the first screen is still worth showing. */
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
