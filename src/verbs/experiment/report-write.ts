import { type Context, EXIT } from '../../interfaces/cli/command.ts'
import { checkReportPlace, writeReport } from '../report/file.ts'
import { VERSION } from '../../interfaces/cli/version.mjs'
import { AppError } from '../../lib/error.ts'
import type { ExperimentReport } from '../../schema/listing/experiment-report.ts'

/** Flags for the form of a report. */
export const REPORT_FLAGS = {
  html: { type: 'string', value: 'FILE', help: 'write the report as one page with charts; - is standard output' },
  force: { type: 'boolean', help: 'overwrite FILE even if it is not a report' },
  gate: {
    type: 'boolean',
    help: 'for CI: end with 1 where it hurts, or where no verdict may be given because trials or draws are broken',
  },
} as const

const STDOUT = '-'

/** Checks where the page will be written, before any work. */
export const pagePlace = (context: Context): string | undefined => {
  const file = context.text('html')
  if (file === undefined) return undefined
  if (file === '') throw new AppError('usage', '--html needs a file')
  if (file === STDOUT && context.isSet('json'))
    throw new AppError('usage', '--json and --html - both want standard output', { hint: 'name a file' })
  return file === STDOUT ? STDOUT : checkReportPlace(file, { force: context.isSet('force') })
}

/** Prints a report as JSON, page or lines, and returns the exit code that `--gate` asks for. */
export const giveReport = async (
  context: Context,
  report: ExperimentReport,
  place: string | undefined,
): Promise<number> => {
  const { terminal } = context
  if (place !== undefined) {
    const { renderExperiment } = await import('../../interfaces/page/experiment.ts')
    const page = await renderExperiment(report, { at: new Date(context.app.now()).toISOString(), version: VERSION })
    if (place === STDOUT) await terminal.document(page)
    else writeReport(place, page)
  }
  if (context.isSet('json')) terminal.json(report)
  else if (place !== STDOUT) {
    const { reportLines } = await import('./report-show.ts')
    for (const line of reportLines(report, terminal)) terminal.line(line)
    if (place !== undefined) terminal.line(place)
  }
  const isBroken = report.invalid.isBlocking || report.sampleRatio?.isAlarm === true
  return context.isSet('gate') && (report.verdict === 'hurts' || isBroken) ? EXIT.failed : EXIT.ok
}
