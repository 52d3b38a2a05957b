import type { HistoryProfile } from '../../schema/listing/history-profile.ts'
import { pointsText } from '../../interfaces/cli/figures.ts'
import { fitScreen, stacked } from '../../interfaces/cli/one-screen.ts'
import { renderFacts, toPlainLine, renderRemark, type Screen, renderTable } from '../../interfaces/cli/section.ts'
import {
  callsText,
  costText,
  failedText,
  maskedText,
  masksText,
  mistakeLines,
  ownText,
  type RatedGroup,
  rateCells,
  readText,
} from './figures-show.ts'
import { filterText, nothingThere } from './history-show.ts'
import { grouped } from '../../lib/number-text.ts'

/** How many entries of each list are shown, the fullest first. */
const DETAILS = [
  { mistakes: 3, tools: 3, models: 3, projects: 3 },
  { mistakes: 3, tools: 2, models: 2, projects: 2 },
  { mistakes: 2, tools: 2, models: 2, projects: 2 },
  { mistakes: 2, tools: 2, models: 2, projects: 1 },
  { mistakes: 2, tools: 1, models: 1, projects: 1 },
] as const

type Detail = (typeof DETAILS)[number]

/** Prints the history on one screen; `historyLines` prints the rest. */
export const profileLines = (history: HistoryProfile, screen: Screen): string[] => {
  if (history.sessions === 0) return nothingThere(history, screen)
  return fitScreen(
    DETAILS,
    (detail) =>
      stacked(
        summaryLines(history, screen),
        mistakeLines(history, screen, detail.mistakes),
        groupLines(history, screen, detail),
        renderRemark(REST, screen),
      ),
    screen.width,
  )
}

const summaryLines = (history: HistoryProfile, screen: Screen): string[] =>
  renderFacts(
    [
      ['Only', filterText(history)],
      ['Read', readText(history)],
      ['', callsText(history)],
      ['Failed', failedText(history)],
      ['', ownText(history)],
      ['Other causes', otherCauses(history)],
      ['Errors took', costText(history)],
      ['Looked fine', maskedText(history)],
      ['', masksText(history)],
      ['Late calls', lateText(history)],
    ],
    screen,
  )

const otherCauses = ({ byCause }: HistoryProfile): string =>
  CAUSES.filter(([name]) => byCause[name] > 0)
    .map(([name, words]) => `${grouped(byCause[name])} ${words}`)
    .join(', ')

const CAUSES = [
  ['expected', 'expected (a red test)'],
  ['environment', 'environment'],
  ['user', 'user'],
  ['not-run', 'not run'],
] as const

/** Whether calls late in a session fail more or less often than early ones. */
const lateText = ({ earlyLate: { verdict, difference } }: HistoryProfile): string =>
  difference === null
    ? ''
    : `${VERDICTS[verdict]}; inside sessions ${pointsText(difference).replace(' [', ' points [')}`

const VERDICTS: Record<HistoryProfile['earlyLate']['verdict'], string> = {
  improves: 'fail less often',
  worsens: 'fail more often',
  'no-clear-difference': 'show no clear change',
  'not-enough-data': 'are too few to tell',
}

/** Prints the tools, models and projects with most calls in one table. */
const groupLines = (history: HistoryProfile, screen: Screen, { tools, models, projects }: Detail): string[] => {
  const rows = [
    ...groupRows('tools', history.byTool, ({ tool }) => tool, tools),
    ...groupRows('models', history.byModel, ({ model }) => model, models),
    ...groupRows('projects', history.byProject, ({ project }) => project.split('/').at(-1) || project, projects),
  ]
  return rows.length === 0 ? [] : renderTable(COLUMNS, rows, screen)
}

const COLUMNS = [
  { title: '' },
  { title: '', shrink: 'end' as const, least: 8 },
  { title: 'calls', align: 'right' as const, drop: 1 },
  { title: 'failed' },
  { title: 'own mistake', drop: 2 },
]

const groupRows = <G extends RatedGroup>(
  kind: string,
  groups: readonly G[],
  nameOf: (group: G) => string,
  most: number,
): string[][] =>
  groups
    .slice(0, most)
    .map((group, index) => [
      index === 0 ? kind : '',
      toPlainLine(nameOf(group)),
      grouped(group.calls - group.unknown),
      ...rateCells(group),
    ])

const REST = '--all has every figure. Rows did different work: their rates do not rank them.'
