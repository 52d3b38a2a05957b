import type { HistoryProfile } from '../../schema/listing/history-profile.ts'
import { alignFigures, countText, createFigures } from '../../interfaces/cli/figures.ts'
import { renderRemark, type Screen, renderSection, renderTable } from '../../interfaces/cli/section.ts'
import { casesTable } from './cases-show.ts'

type EarlyLate = HistoryProfile['earlyLate']['agentOnly']

/** Prints the first fifth of each session against the last. */
export const earlyLateLines = ({ earlyLate }: HistoryProfile, screen: Screen): string[] => {
  const figures = createFigures()
  const casesOf = ({ early, late, difference, amongAll, verdict, reason }: EarlyLate) => [
    { name: 'first 20 %', figure: figures.rate(early, reason), n: countText(early), rate: early?.rate },
    { name: 'last 20 %', figure: figures.rate(late, reason), n: countText(late), rate: late?.rate },
    { name: 'difference', figure: figures.points(difference, reason), n: countText(difference) },
    { name: 'among all', figure: figures.points(amongAll, reason), n: countText(amongAll) },
    { name: 'verdict', figure: verdict, n: '' },
  ]
  const measured = [
    { name: 'all errors', cases: casesOf(earlyLate) },
    { name: 'caused by agent', cases: casesOf(earlyLate.agentOnly) },
  ]
  return renderSection(
    'Early against late in the same session',
    [...casesTable(measured, screen), ...figures.footnotes(screen.width), ...renderRemark(DIFFERENCE, screen)],
    screen,
  )
}

const DIFFERENCE =
  'The difference is late minus early inside the same session and the same kind of work, in percentage points: negative is better. Among all are calls after the tenth minus the first ten, over all sessions that got there. The verdict needs both to show it. Their n counts sessions, the others calls.'

/** Prints several contrasts of early and late, one per line. */
export const contrastTable = (
  noun: string,
  contrasts: readonly { name: string; earlyLate: EarlyLate }[],
  screen: Screen,
): string[] => {
  if (contrasts.length === 0) return []
  const figures = createFigures()
  const column = (pick: (contrast: EarlyLate) => string): string[] =>
    alignFigures(contrasts.map(({ earlyLate }) => pick(earlyLate)))
  const early = column((each) => figures.rate(each.early, each.reason))
  const late = column((each) => figures.rate(each.late, each.reason))
  const difference = column((each) => figures.points(each.difference, each.reason))
  const rows = contrasts.map(({ name, earlyLate }, index) => [
    name,
    early[index] ?? '',
    late[index] ?? '',
    difference[index] ?? '',
    countText(earlyLate.difference),
    earlyLate.verdict,
  ])
  const columns = [
    { title: noun },
    { title: 'first 20 %', drop: 1 },
    { title: 'last 20 %', drop: 1 },
    { title: 'difference' },
    { title: 'n', align: 'right' as const },
    { title: 'verdict' },
  ]
  return [...renderTable(columns, rows, screen), ...figures.footnotes(screen.width)]
}
