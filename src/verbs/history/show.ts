import type { TemplateHistory } from '../list/templates-operation.ts'
import { toPlainLine, renderRemark, type Screen, renderSection, renderTable } from '../../interfaces/cli/section.ts'
import { grouped } from '../../lib/number-text.ts'
import { type Column, wrap } from '../../interfaces/cli/table.ts'

const COLUMNS: Column[] = [
  { title: '' },
  { title: 'version', align: 'right' },
  { title: 'when' },
  { title: 'how' },
  { title: 'patterns', align: 'right', drop: 1 },
  { title: 'recoveries', align: 'right', drop: 2 },
  { title: 'hash', drop: 3 },
  { title: 'what', shrink: 'end', least: 16 },
]

/** Prints every version of a template, newest first, and marks the current one. */
export const templateHistoryLines = ({ name, versions }: TemplateHistory, screen: Screen): string[] => {
  const rows = versions.map((each) => [
    each.isCurrent ? '*' : '',
    String(each.version),
    each.at.slice(0, 16).replace('T', ' '),
    each.how,
    each.patternCount === null ? '-' : grouped(each.patternCount),
    each.recoveryCount === null ? '-' : grouped(each.recoveryCount),
    each.hash.slice(0, 8),
    toPlainLine(each.problem === null ? each.note || each.description : 'cannot be read'),
  ])
  const problems = versions.flatMap(({ version, problem }) =>
    problem === null ? [] : wrap(`version ${version}: ${toPlainLine(problem)}`, screen.width),
  )
  const next = `\`warmstart diff ${toPlainLine(name)}@1 ${toPlainLine(name)}\` compares two, \`warmstart rollback ${toPlainLine(name)} 1\` goes back to one.`
  return [
    ...renderTable(COLUMNS, rows, screen),
    ...renderSection('Cannot be read', problems, screen),
    ...(versions.length < 2 ? [] : ['', ...renderRemark(next, screen)]),
  ]
}
