import type { HistoryProfile } from '../../../schema/listing/history-profile.ts'
import { grouped } from '../../../lib/number-text.ts'
import { counted, withInterval } from '../number-words.ts'
import { foreign, type Html, html, quoted } from '../markup.ts'
import { scrollingTable } from '../table.ts'
import { section } from './section.ts'

type Masked = HistoryProfile['masked']

const MASK_CHARS = 40
/** A reader does not go through a longer table; `warmstart profile --json` has every row. */
const MOST_ROWS = 20

/**
 * Which calls looked fine and were not? Calls whose failure a pipe or a later command hid, by what hid it and by
 * project.
 */
export const masked = ({ masked: found }: HistoryProfile): Html =>
  section(
    { id: 'masked', question: 'What looked fine and was not?', answer: answerOf(found) },
    found.calls === 0 ? [] : [byMask(found), byProject(found)],
  )

const answerOf = ({ calls, sessions, share }: Masked): string => {
  if (calls === 0) return 'No call that looked fine is known to have failed.'
  const part = share === null ? '' : `, ${withInterval(share)} of the calls whose outcome is known`
  return `${counted(calls, 'call')} in ${counted(sessions, 'session')} ended well while their output shows a failure${part}. A pipe or a later command had the last word. They count as ok in every rate on this page.`
}

const byMask = ({ byMask: rows }: Masked): Html =>
  html`<h3>What hid the failures</h3>
${scrollingTable(
  'Hidden failures by what hid them',
  [{ title: 'Hidden by' }, ...COUNTS],
  rows.slice(0, MOST_ROWS).map((row) => [quoted(row.mask, MASK_CHARS), grouped(row.calls), grouped(row.sessions)]),
)}`

const byProject = ({ byProject: rows }: Masked): Html =>
  html`<h3>In which projects</h3>
${scrollingTable(
  'Hidden failures by project',
  [{ title: 'Project' }, ...COUNTS],
  rows
    .slice(0, MOST_ROWS)
    .map((row) => [html`<bdi>${foreign(row.project)}</bdi>`, grouped(row.calls), grouped(row.sessions)]),
)}`

const COUNTS = [
  { title: 'Calls', align: 'right' as const },
  { title: 'Sessions', align: 'right' as const },
]
