import type { Template } from '../list/templates-operation.ts'
import { rateText } from '../../interfaces/cli/figures.ts'
import { toPlainLine, renderRemark, type Screen, renderSection, renderTable } from '../../interfaces/cli/section.ts'
import { addendumLines } from '../show/addendum-show.ts'
import { counted, grouped } from '../../lib/number-text.ts'
import { type Column, wrap } from '../../interfaces/cli/table.ts'

const COLUMNS: Column[] = [
  { title: '', align: 'right' },
  { title: 'what worked', shrink: 'end', least: 16 },
  { title: 'sessions', align: 'right' },
  { title: 'success', drop: 1 },
  { title: 'for', shrink: 'end', least: 20, drop: 2 },
]

/** Prints the result of a build or an extraction: what a session gets, what was kept out, and what to do next. */
export const builtLines = (template: Template, screen: Screen, now: number): string[] => {
  const { name, version, isNew, metrics, state } = template
  const { bold } = screen.colors
  const saved = isNew ? `saved as version ${version}` : `unchanged: version ${version} has the same content`
  const counts = [
    counted(template.patterns.length, 'pattern'),
    counted(template.workflows.length, 'workflow'),
    recoveryCount(template, now),
    counted(template.conventions.length, 'convention'),
  ]
  const from = `from ${counted(metrics.sessionsQualified, 'session')} that qualified, of ${grouped(metrics.sessionsScanned)} looked at`
  return [
    `${bold(toPlainLine(name))}  ${saved}, ${state}`,
    ...wrap(`${counts.join(', ')}; ${from}`, screen.width),
    ...renderSection('Patterns, the most useful first', patternTable(template, screen), screen),
    ...renderSection('Workflows', workflowLines(template, screen), screen),
    ...renderSection('Recoveries', recoveryLines(template, screen), screen),
    ...renderSection('Addendum', addendumLines(template, screen), screen),
    ...renderSection('Kept out', keptOut(template, screen), screen),
    '',
    ...renderRemark(nextStep(template), screen),
    ...(Object.keys(metrics.sources).length > 1 ? renderRemark(mixedText(template), screen) : []),
    ...(isNew && version > 1 ? renderRemark(undoText(template), screen) : []),
  ]
}

/** Seeds leave out a recovery that has not been seen for a month, until it is seen again. */
const recoveryCount = ({ recoveries }: Template, now: number): string => {
  const expired = recoveries.filter(({ expiresAt }) => expiresAt !== null && Date.parse(expiresAt) <= now).length
  const count = recoveries.length === 1 ? '1 recovery' : `${grouped(recoveries.length)} recoveries`
  return expired === 0
    ? count
    : `${count} (${expired === recoveries.length ? 'all' : grouped(expired)} too old to be given)`
}

const mixedText = ({ metrics: { sources } }: Template): string => {
  const told = Object.entries(sources).map(([source, count]) => `${source} (${grouped(count)})`)
  return `These sessions are of several agents, ${told.join(', ')}, whose tools have different names: --source NAME makes a template for one.`
}

const undoText = ({ name, version }: Template): string =>
  `It takes the place of version ${version - 1}: \`warmstart diff ${name}@${version - 1} ${name}\` shows what changed, \`warmstart rollback ${name} ${version - 1}\` undoes it.`

const patternTable = ({ patterns }: Template, screen: Screen): string[] => {
  const rows = patterns.map(({ shape, tool, support, successRate, intent }, at) => [
    String(at + 1),
    toPlainLine(shape === tool ? tool : shape),
    grouped(support),
    successRate === null ? 'not known' : rateText(successRate),
    toPlainLine(intent),
  ])
  return rows.length === 0 ? [] : renderTable(COLUMNS, rows, screen)
}

const workflowLines = ({ workflows }: Template, { width }: Screen): string[] =>
  workflows.flatMap(({ steps, support }) =>
    wrap(`${steps.map(({ shape }) => toPlainLine(shape)).join(', then ')} (${counted(support, 'session')})`, width),
  )

const recoveryLines = ({ recoveries }: Template, { width }: Screen): string[] =>
  recoveries.flatMap(({ tool, signature, strategy, support }) =>
    wrap(
      `${toPlainLine(tool)}: ${toPlainLine(signature)}: ${toPlainLine(strategy)} (${counted(support, 'session')})`,
      width,
    ),
  )

const keptOut = ({ leftOut, redactions }: Template, { width }: Screen): string[] => {
  const parts = [
    ...leftOut.map(({ reason, count }) => `${toPlainLine(reason)} (${grouped(count)})`),
    ...redactions.map(({ kind, count }) => `replaced: ${toPlainLine(kind)} (${grouped(count)})`),
  ]
  return parts.length === 0 ? [] : wrap(parts.join(', '), width)
}

const nextStep = ({ name, state, addendumYes }: Template): string => {
  const look = `\`warmstart show ${name}\` shows all of it, \`warmstart test ${name} "your task"\` what a session would see`
  if (state === 'active') return `${look}, \`warmstart load ${name} --format text\` gives it.`
  const promote = `\`warmstart promote ${name}\``
  if (addendumYes?.confirmed === false)
    return `${look}. No session is given it before you have read it (\`warmstart review ${name}\`) and said yes: ${promote} for all but the addendum, with \`--rules ${addendumYes.id}\` for the addendum too.`
  return `${look}. No session is given it before you have read it (\`warmstart review ${name}\`) and said yes (${promote}).`
}
