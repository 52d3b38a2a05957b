import type { TemplateList, TemplateSummary } from './templates-operation.ts'
import { toPlainLine, renderRemark, type Screen, renderSection, renderTable } from '../../interfaces/cli/section.ts'
import { counted, grouped, percent } from '../../lib/number-text.ts'
import { type Column, wrap } from '../../interfaces/cli/table.ts'

/** The widths of `used 5 times, 80 % success (3 outcomes)` with and without the part in brackets. */
const USE_CHARS = { wide: 40, narrow: 27 }
const WIDE_COLUMNS = 76

const columnsFor = (width: number): Column[] => [
  // Users type the name again, so it is never cut.
  { title: 'template' },
  { title: '' },
  { title: 'state' },
  { title: 'patterns', align: 'right', drop: 2 },
  { title: 'recoveries', align: 'right', drop: 3 },
  { title: 'tokens', align: 'right', drop: 4 },
  { title: 'use', shrink: 'end', drop: 1, least: width < WIDE_COLUMNS ? USE_CHARS.narrow : USE_CHARS.wide },
  { title: 'what', shrink: 'end', drop: 5, least: 16 },
]

/** Prints templates as a table with their figures from the ledger, and those that cannot be read. */
export const templateListLines = (list: TemplateList, screen: Screen): string[] => {
  const { templates, damaged } = list
  const none = damaged.length > 0 ? [] : wrap(NONE, screen.width)
  const lines = templates.length === 0 ? none : renderTable(columnsFor(screen.width), templates.map(cells), screen)
  const problems = damaged.flatMap(({ name, problem }) =>
    wrap(`${toPlainLine(name)}: ${toPlainLine(problem)}`, screen.width),
  )
  return [
    ...lines,
    ...renderSection('Cannot be read', problems, screen),
    ...(templates.length === 0 ? [] : ['', ...renderRemark(NEXT, screen)]),
  ]
}

const NONE =
  'There is no template that fits. A template is what worked in earlier sessions, kept for the next one: `warmstart propose` or `warmstart build NAME` makes one.'
const NEXT = '`warmstart show NAME` shows what is in one.'

const cells = (template: TemplateSummary): string[] => [
  toPlainLine(template.name),
  `v${template.version}`,
  template.state,
  grouped(template.patternCount),
  grouped(template.recoveryCount),
  grouped(template.tokens),
  useText(template),
  toPlainLine(template.description),
]

/** `used 5 times, 80 % success (3 outcomes)`. */
export const useText = ({ usage, success }: TemplateSummary): string => {
  if (usage.uses === 0) return 'not used yet'
  const used = usage.uses === 1 ? 'used once' : `used ${grouped(usage.uses)} times`
  if (success === null && usage.agentErrors !== null)
    return `${used}, ${percent(usage.agentErrors.rate)} of calls failed by the agent (${counted(usage.returned, 'session')})`
  if (success === null) return `${used}, no outcome known`
  return `${used}, ${Math.round(success.rate * 100)} % success (${counted(usage.outcomes, 'outcome')})`
}
