import type { Selection } from './operation.ts'
import {
  renderFacts,
  toPlainLine,
  renderRemark,
  type Screen,
  renderSection,
  renderTable,
} from '../../interfaces/cli/section.ts'
import type { Column } from '../../interfaces/cli/table.ts'

const COLUMNS: Column[] = [
  { title: 'template', shrink: 'end', least: 12 },
  { title: 'relevance', align: 'right' },
  { title: 'chance', align: 'right', drop: 1 },
  { title: 'why', shrink: 'end', least: 12 },
]

/** Prints the selected template, the reason, and the other templates considered. */
export const selectionLines = (selection: Selection, screen: Screen): string[] => {
  const { template, withheld, score, reason, arm, propensity, candidates } = selection
  const rows = candidates.map((each) => [
    toPlainLine(each.template),
    each.score.toFixed(2),
    each.propensity === null ? 'below the floor' : `${Math.round(each.propensity * 100)} %`,
    toPlainLine(each.why),
  ])
  return [
    ...renderFacts(
      [
        [
          'template',
          template === null
            ? `none${withheld === null ? '' : ` (${toPlainLine(withheld)} is withheld)`}`
            : toPlainLine(template),
        ],
        ['why', toPlainLine(reason)],
        ['relevance', score === null ? null : `${score.toFixed(2)} (1 is the floor)`],
        [
          'arm',
          arm === null
            ? null
            : `${arm}${propensity === null ? '' : `, with a chance of ${(propensity * 100).toFixed(0)} %`}`,
        ],
      ],
      screen,
    ),
    ...renderSection('Looked at', rows.length === 0 ? [] : renderTable(COLUMNS, rows, screen), screen),
    ...nextLines(selection, screen),
  ]
}

const nextLines = ({ template, withheld, candidates }: Selection, screen: Screen): string[] => {
  if (template !== null)
    return [
      '',
      ...renderRemark(
        `\`warmstart load ${toPlainLine(template)} --format text\` prints it as the beginning of a session.`,
        screen,
      ),
    ]
  if (withheld !== null || candidates.length > 0) return []
  return [
    '',
    ...renderRemark('`warmstart list` shows which templates there are, `warmstart build NAME` makes one.', screen),
  ]
}
