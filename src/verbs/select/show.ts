import type { Selection } from './operation.ts'
import { factList, plain, remark, type Screen, section, shownTable } from '../../interfaces/cli/section.ts'
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
    plain(each.template),
    each.score.toFixed(2),
    each.propensity === null ? 'below the floor' : `${Math.round(each.propensity * 100)} %`,
    plain(each.why),
  ])
  return [
    ...factList(
      [
        [
          'template',
          template === null ? `none${withheld === null ? '' : ` (${plain(withheld)} is withheld)`}` : plain(template),
        ],
        ['why', plain(reason)],
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
    ...section('Looked at', rows.length === 0 ? [] : shownTable(COLUMNS, rows, screen), screen),
    ...nextLines(selection, screen),
  ]
}

const nextLines = ({ template, withheld, candidates }: Selection, screen: Screen): string[] => {
  if (template !== null)
    return [
      '',
      ...remark(`\`warmstart load ${plain(template)} --format text\` prints it as the beginning of a session.`, screen),
    ]
  if (withheld !== null || candidates.length > 0) return []
  return ['', ...remark('`warmstart list` shows which templates there are, `warmstart build NAME` makes one.', screen)]
}
