import type { Template } from '../list/templates-operation.ts'
import { rateText } from '../../interfaces/cli/figures.ts'
import { plain, remark, type Screen, section, shownTable } from '../../interfaces/cli/section.ts'
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
    `${bold(plain(name))}  ${saved}, ${state}`,
    ...wrap(`${counts.join(', ')}; ${from}`, screen.width),
    ...section('Patterns, the most useful first', patternTable(template, screen), screen),
    ...section('Workflows', workflowLines(template, screen), screen),
    ...section('Recoveries', recoveryLines(template, screen), screen),
    ...section('Addendum', addendumLines(template, screen), screen),
    ...section('Kept out', keptOut(template, screen), screen),
    '',
    ...remark(nextStep(template), screen),
    ...(Object.keys(metrics.sources).length > 1 ? remark(mixedText(template), screen) : []),
    ...(isNew && version > 1 ? remark(undoText(template), screen) : []),
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
    plain(shape === tool ? tool : shape),
    grouped(support),
    successRate === null ? 'not known' : rateText(successRate),
    plain(intent),
  ])
  return rows.length === 0 ? [] : shownTable(COLUMNS, rows, screen)
}

const workflowLines = ({ workflows }: Template, { width }: Screen): string[] =>
  workflows.flatMap(({ steps, support }) =>
    wrap(`${steps.map(({ shape }) => plain(shape)).join(', then ')} (${counted(support, 'session')})`, width),
  )

const recoveryLines = ({ recoveries }: Template, { width }: Screen): string[] =>
  recoveries.flatMap(({ tool, signature, strategy, support }) =>
    wrap(`${plain(tool)}: ${plain(signature)}: ${plain(strategy)} (${counted(support, 'session')})`, width),
  )

const keptOut = ({ leftOut, redactions }: Template, { width }: Screen): string[] => {
  const parts = [
    ...leftOut.map(({ reason, count }) => `${plain(reason)} (${grouped(count)})`),
    ...redactions.map(({ kind, count }) => `replaced: ${plain(kind)} (${grouped(count)})`),
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
