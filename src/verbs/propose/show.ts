import type { Proposals } from './operation.ts'
import { toPlainLine, renderRemark, type Screen, renderSection, renderTable } from '../../interfaces/cli/section.ts'
import { grouped } from '../../lib/number-text.ts'
import { type Column, shortPath, wrap } from '../../interfaces/cli/table.ts'

const COLUMNS: Column[] = [
  { title: 'candidate', shrink: 'end', least: 16 },
  { title: 'patterns', align: 'right' },
  { title: 'recoveries', align: 'right', drop: 1 },
  { title: 'sessions', align: 'right', drop: 2 },
  { title: '' },
]

/** Prints the candidates, and the projects without one. */
export const proposalLines = ({ proposed, passedOver }: Proposals, screen: Screen): string[] => {
  const rows = proposed.map(({ template, isNew, sessions }) => [
    toPlainLine(template.name),
    grouped(template.patternCount),
    grouped(template.recoveryCount),
    grouped(sessions),
    isNew ? 'new' : 'as before',
  ])
  const found =
    rows.length === 0
      ? renderRemark(passedOver.length === 0 ? NO_SESSIONS : NOTHING_YET, screen)
      : renderTable(COLUMNS, rows, screen)
  const first = proposed[0]?.template.name
  return [
    ...found,
    ...renderSection(
      'Passed over',
      passedOver.flatMap((each) => passedLine(each, screen)),
      screen,
    ),
    ...(first === undefined
      ? []
      : [
          '',
          ...renderRemark(
            `None is in use: \`warmstart review ${first}\`, then \`warmstart promote ${first}\`.`,
            screen,
          ),
        ]),
  ]
}

const NO_SESSIONS = 'Nothing to propose yet: no session was read. `warmstart sync` reads your history.'
const NOTHING_YET =
  'Nothing to propose yet. `warmstart build NAME --project PROJECT --min-messages 10` also looks at shorter sessions, `warmstart extract SESSION` takes one that you know went well.'

const passedLine = ({ project, reason }: Proposals['passedOver'][number], { width }: Screen): string[] =>
  wrap(project === null ? toPlainLine(reason) : `${shortPath(toPlainLine(project))}: ${toPlainLine(reason)}`, width)
