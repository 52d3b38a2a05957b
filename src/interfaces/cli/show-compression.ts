import type { CompressionReport } from '../../schema/listing/compression-report.ts'
import { alignFigures, countText, createFigures, type Estimate, type Rate } from './figures.ts'
import { factList, plain, remark, type Screen, section, shownTable } from './section.ts'
import { casesTable } from './show-cases.ts'
import { grouped } from './show-sync.ts'
import { uniqueLength, wrap } from './table.ts'

/** A person looks at a screen of them; `--all` and `--json` give the rest. */
const SHOWN_EVENTS = 20

/** What compaction did to the calls after it: the verdict first, then what it rests on. */
export const compressionLines = (
  report: CompressionReport,
  screen: Screen,
  options: { all?: boolean } = {},
): string[] => {
  const where = report.session === null ? 'all history that fits' : `session ${plain(report.session)}`
  const facts: [string, string][] = [
    ['verdict', [report.verdict, report.reason].filter((text) => text !== undefined).join(': ')],
    ['looked at', `${where}, ${grouped(report.events.length)} compaction${report.events.length === 1 ? '' : 's'}`],
    ['tolerance', `preserved while errors after are at most ${report.tolerance} times those before`],
  ]
  const head = [...factList(facts, screen), '', ...wrap(report.note, screen.width)]
  if (!report.hasCompression) return head
  return [
    ...head,
    ...section('Up to 20 calls before and after', beforeAfter(report, screen), screen),
    ...section('Changes in points (positive is worse)', changes(report, screen), screen),
    ...section('What had to be done again', again(report, screen), screen),
    ...section('Compactions', events(report, screen, options.all === true ? undefined : SHOWN_EVENTS), screen),
  ]
}

const beforeAfter = ({ before, after, control, reason }: CompressionReport, screen: Screen): string[] => {
  const figures = createFigures()
  const casesOf = (first: Rate | null, second: Rate | null, why: string | undefined) => [
    { name: 'before', figure: figures.rate(first, why), n: countText(first), rate: first?.rate },
    { name: 'after', figure: figures.rate(second, why), n: countText(second), rate: second?.rate },
  ]
  const measured = [{ name: 'at compactions', cases: casesOf(before, after, reason) }]
  if (control !== null)
    measured.push({
      name: `at ${grouped(control.points)} others`,
      cases: casesOf(control.before, control.after, control.reason),
    })
  const text =
    control === null
      ? 'There are no places without compaction to compare with.'
      : 'The others are places without compaction, in sessions of the same source and as far in.'
  return [...casesTable(measured, screen), ...figures.footnotes(screen.width), ...remark(text, screen)]
}

const changes = (report: CompressionReport, screen: Screen): string[] => {
  const { control, tolerance } = report
  const figures = createFigures()
  const entries: [string, Estimate | null, string | undefined][] = [
    ['after - before, at compactions', report.change, report.reason],
    [`after - ${tolerance} x before, at compactions`, report.excess, report.reason],
  ]
  if (control !== null)
    entries.push(
      ['after - before, elsewhere', control.difference, control.reason],
      ['change here - change elsewhere', report.difference, control.reason ?? report.reason],
    )
  const cells = alignFigures(entries.map(([, value, reason]) => figures.points(value, reason)))
  const rows = entries.map(([name, value], index) => [name, cells[index] ?? '', countText(value)])
  const columns = [{ title: '' }, { title: 'points' }, { title: 'n', align: 'right' as const }]
  return [...shownTable(columns, rows, screen), ...figures.footnotes(screen.width)]
}

const again = ({ rereads, repeatedErrors }: CompressionReport, screen: Screen): string[] => {
  const figures = createFigures()
  const values = [
    ['files read again, of reads before', rereads.before, rereads.reason],
    ['files read again, of reads after', rereads.after, rereads.reason],
    ['recovered errors made again, of errors after', repeatedErrors.rate, repeatedErrors.reason],
  ] as const
  const cells = alignFigures(values.map(([, value, reason]) => figures.rate(value, reason)))
  const rows = values.map(([name, value], index) => [name, cells[index] ?? '', countText(value)])
  const columns = [
    { title: '', shrink: 'end' as const, least: 20 },
    { title: 'share' },
    { title: 'n', align: 'right' as const },
  ]
  return [...shownTable(columns, rows, screen), ...figures.footnotes(screen.width)]
}

const events = (report: CompressionReport, screen: Screen, most: number | undefined): string[] => {
  const shown = report.events.slice(0, most)
  const figures = createFigures()
  const length = uniqueLength(shown.map((event) => event.session))
  const before = alignFigures(shown.map((event) => figures.rate(event.before, event.reason)))
  const after = alignFigures(shown.map((event) => figures.rate(event.after, event.reason)))
  const rows = shown.map((event, index) => [
    plain(event.session).slice(0, length),
    plain(event.continuedIn === null ? event.kind : `${event.kind} to ${event.continuedIn.slice(0, length)}`),
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
    { title: 'kind', shrink: 'end' as const, least: 6, drop: 1 },
    { title: 'after call', align: 'right' as const },
    { title: 'before' },
    { title: 'n', align: 'right' as const, drop: 2 },
    { title: 'after' },
    { title: 'n', align: 'right' as const, drop: 2 },
    { title: 'rereads', align: 'right' as const, drop: 3 },
    { title: 'repeats', align: 'right' as const, drop: 4 },
  ]
  const hidden = report.events.length - shown.length
  return [
    ...shownTable(columns, rows, screen),
    ...figures.footnotes(screen.width),
    ...(hidden > 0 ? remark(`and ${grouped(hidden)} more; --all shows them`, screen) : []),
  ]
}
