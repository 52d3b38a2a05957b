import type { CompressionReport } from '../../schema/listing/compression-report.ts'
import { alignFigures, countText, createFigures, type Estimate, type Rate } from '../../interfaces/cli/figures.ts'
import {
  renderFacts,
  toPlainLine,
  renderRemark,
  type Screen,
  renderSection,
  renderTable,
} from '../../interfaces/cli/section.ts'
import { casesTable } from '../profile/cases-show.ts'
import { counted, grouped } from '../../lib/number-text.ts'
import { uniqueLength, wrap } from '../../interfaces/cli/table.ts'

/** One screen of events; `--all` and `--json` give the rest. */
const SHOWN_EVENTS = 20

/** Prints what a compaction did to the calls after it: the verdict first, then the figures behind it. */
export const compressionLines = (
  report: CompressionReport,
  screen: Screen,
  options: { all?: boolean; isNarrowed?: boolean } = {},
): string[] => {
  if (report.reason === NO_SESSION) return wrap(options.isNarrowed === true ? NONE_FITS : NOTHING_YET, screen.width)
  const where = report.session === null ? 'all history that fits' : `session ${toPlainLine(report.session)}`
  const facts: [string, string][] = [
    ['verdict', [report.verdict, report.reason].filter((text) => text !== undefined).join(': ')],
    ['looked at', `${where}, ${counted(report.events.length, 'compaction')}`],
    ['tolerance', `preserved while errors after are at most ${report.tolerance} times those before`],
  ]
  const head = [...renderFacts(facts, screen), '', ...wrap(report.note, screen.width)]
  if (!report.hasCompression) return head
  return [
    ...head,
    ...renderSection('Up to 20 calls before and after', beforeAfter(report, screen), screen),
    ...renderSection('Changes at compactions in points (positive is worse)', changes(report, screen), screen),
    ...renderSection('What had to be done again', again(report, screen), screen),
    ...renderSection('Compactions', events(report, screen, options.all === true ? undefined : SHOWN_EVENTS), screen),
  ]
}

/** The text that the operation uses. */
const NO_SESSION = 'no session fits the filter'
const NONE_FITS = 'No session fits the filter. `warmstart sessions` lists what there is.'
const NOTHING_YET =
  'There is no session yet. `warmstart sync` reads your history; `warmstart sources` shows where it is looked for.'

const beforeAfter = ({ before, after, control, reason }: CompressionReport, screen: Screen): string[] => {
  const figures = createFigures()
  const casesOf = (first: Rate | null, second: Rate | null, why: string | undefined) => [
    { name: 'before', figure: figures.rate(first, why), n: countText(first), rate: first?.rate },
    { name: 'after', figure: figures.rate(second, why), n: countText(second), rate: second?.rate },
  ]
  const measured = [{ name: 'at compactions', cases: casesOf(before, after, reason) }]
  if (control !== null)
    measured.push({
      name: `at ${counted(control.points, 'other')}`,
      cases: casesOf(control.before, control.after, control.reason),
    })
  const text =
    control === null
      ? 'There are no places without compaction to compare with.'
      : 'The others are places without compaction, in sessions of the same source: as far in, or as far as they go.'
  return [...casesTable(measured, screen), ...figures.footnotes(screen.width), ...renderRemark(text, screen)]
}

const changes = (report: CompressionReport, screen: Screen): string[] => {
  const { control, tolerance } = report
  const figures = createFigures()
  const entries: [string, Estimate | null, string | undefined][] = [
    ['after - before', report.change, report.reason],
    [`after - ${tolerance} x before`, report.excess, report.reason],
  ]
  if (control !== null)
    entries.push(
      ['after - before elsewhere', control.difference, control.reason],
      ['change - change elsewhere', report.difference, control.reason ?? report.reason],
    )
  const cells = alignFigures(entries.map(([, value, reason]) => figures.points(value, reason)))
  const rows = entries.map(([name, value], index) => [name, cells[index] ?? '', countText(value)])
  const columns = [{ title: '' }, { title: 'points' }, { title: 'n', align: 'right' as const }]
  return [...renderTable(columns, rows, screen), ...figures.footnotes(screen.width)]
}

const again = ({ rereads, repeatedErrors }: CompressionReport, screen: Screen): string[] => {
  const figures = createFigures()
  const values = [
    ['files read again, before', rereads.before, rereads.reason],
    ['files read again, after', rereads.after, rereads.reason],
    ['recovered errors made again', repeatedErrors.rate, repeatedErrors.reason],
  ] as const
  const cells = alignFigures(values.map(([, value, reason]) => figures.rate(value, reason)))
  const rows = values.map(([name, value], index) => [name, cells[index] ?? '', countText(value)])
  const columns = [
    { title: '', shrink: 'end' as const, least: 20 },
    { title: 'share' },
    { title: 'n', align: 'right' as const },
  ]
  return [...renderTable(columns, rows, screen), ...figures.footnotes(screen.width), ...renderRemark(SHARES, screen)]
}

const SHARES = 'Shares of all reads, and of the errors after.'

const events = (report: CompressionReport, screen: Screen, most: number | undefined): string[] => {
  const shown = report.events.slice(0, most)
  const figures = createFigures()
  const length = uniqueLength(shown.map((event) => event.session))
  const before = alignFigures(shown.map((event) => figures.rate(event.before, event.reason)))
  const after = alignFigures(shown.map((event) => figures.rate(event.after, event.reason)))
  const rows = shown.map((event, index) => [
    toPlainLine(event.session).slice(0, length),
    toPlainLine(event.continuedIn === null ? event.kind : `${event.kind} to ${event.continuedIn.slice(0, length)}`),
    grouped(event.afterCall),
    before[index] ?? '',
    countText(event.before),
    after[index] ?? '',
    countText(event.after),
    `${grouped(event.rereads.before)} / ${grouped(event.rereads.after)}`,
    grouped(event.repeatedErrors),
  ])
  const columns = [
    { title: 'session', shrink: 'end' as const },
    { title: 'kind', shrink: 'end' as const, least: 6, drop: 2 },
    { title: 'at call', align: 'right' as const, drop: 1 },
    { title: 'before' },
    { title: 'n', align: 'right' as const, drop: 3 },
    { title: 'after' },
    { title: 'n', align: 'right' as const, drop: 3 },
    { title: 'rereads', align: 'right' as const, drop: 4 },
    { title: 'repeats', align: 'right' as const, drop: 5 },
  ]
  const hidden = report.events.length - shown.length
  return [
    ...renderTable(columns, rows, screen),
    ...figures.footnotes(screen.width),
    ...(hidden > 0 ? renderRemark(`and ${grouped(hidden)} more; --all shows them`, screen) : []),
  ]
}
