import type { HistoryProfile } from '../../schema/listing/history-profile.ts'
import { rateText } from '../../interfaces/cli/figures.ts'
import { toPlainLine, renderRemark, type Screen, renderSection, renderTable } from '../../interfaces/cli/section.ts'
import { counted, grouped } from '../../lib/number-text.ts'
import { wrap } from '../../interfaces/cli/table.ts'

type Masked = HistoryProfile['masked']

/** Prints the calls that looked fine although they failed: how many, what hid the failures, and in which projects. */
export const maskedLines = (masked: Masked, screen: Screen): string[] => {
  if (masked.calls === 0) return []
  const byMask = masked.byMask.map(({ mask, ...counts }) => [toPlainLine(mask), ...countCells(counts)])
  const byProject = masked.byProject.map(({ project, ...counts }) => [toPlainLine(project), ...countCells(counts)])
  return renderSection(
    'Calls that looked fine and had failed',
    [
      ...wrap(sentence(masked), screen.width),
      ...renderTable([{ title: 'hidden by', shrink: 'end' }, ...COUNTS], byMask, screen),
      ...renderTable([{ title: 'project', shrink: 'start' }, ...COUNTS], byProject, screen),
      ...renderRemark('`warmstart calls --masked` lists them. They count as ok in every rate.', screen),
    ],
    screen,
  )
}

const COUNTS = [
  { title: 'calls', align: 'right' as const },
  { title: 'sessions', align: 'right' as const },
]

const countCells = ({ calls, sessions }: { calls: number; sessions: number }): string[] => [
  grouped(calls),
  grouped(sessions),
]

const sentence = ({ calls, sessions, share }: Masked): string => {
  const part = share === null ? '' : `, ${rateText(share)} of those with a known outcome`
  return `${counted(calls, 'call')} in ${counted(sessions, 'session')}${part}.`
}
