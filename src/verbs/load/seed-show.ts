import type { LintReport } from '../lint/operation.ts'
import type { SeedPreview } from '../test/operation.ts'
import { type Screen, renderSection } from '../../interfaces/cli/section.ts'
import { counted, grouped } from '../../lib/number-text.ts'
import { shortened, wrap } from '../../interfaces/cli/table.ts'

/** Prints what the next session would see, part by part, each with its cost. */
export const previewLines = (preview: SeedPreview, screen: Screen): string[] => {
  const { template, form, format, downgraded, parts, tokens } = preview
  const { bold, dim } = screen.colors
  const title = `${template.name}@${template.version} (${template.state}) as ${format}, ${form} form`
  const lines = wrap(title, screen.width).map((line) => bold(line))
  if (downgraded !== null) lines.push(...wrap(`Given as text, because ${downgraded}.`, screen.width))
  for (const { part, id, text, tokens: cost } of parts) {
    lines.push(
      '',
      dim(shortened(`${NAMES[part]}${id === null ? '' : ` ${id}`}, ${counted(cost, 'token')}`, screen.width)),
    )
    for (const line of text.split('\n')) lines.push(...wrapLine(line, screen.width))
  }
  const sum = parts.reduce((total, part) => total + part.tokens, 0)
  const rest = Math.max(0, tokens - sum)
  const overhead = rest === 0 ? '' : ` (${grouped(rest)} of them labels, ids and roles)`
  return [
    ...lines,
    '',
    ...wrap(`${counted(tokens, 'token')} in all${overhead}`, screen.width).map((line) => bold(line)),
  ]
}

const NAMES: Record<SeedPreview['parts'][number]['part'], string> = {
  lessons: 'lessons',
  preface: 'preface',
  'tool-rates': 'tools',
  recovery: 'recovery',
  workflow: 'workflow',
  pattern: 'pattern',
  message: 'your message',
}

const INDENT = '  '

/** Lines keep their indentation, because quoted results and code depend on it. */
const wrapLine = (line: string, width: number): string[] => {
  const [margin = ''] = /^\s{0,20}/.exec(line) ?? []
  return line.trim() === '' ? [''] : wrap(line.slice(margin.length), width, INDENT + margin)
}

/** Prints what a provider would refuse, check by check. */
export const lintLines = ({ format, valid, problems, tokens }: LintReport, screen: Screen): string[] => {
  const { red, green, yellow, dim } = screen.colors
  const verdict = valid ? green('valid') : red('invalid')
  const errors = problems.filter(({ severity }) => severity === 'error').length
  const counts = [counted(errors, 'error'), counted(problems.length - errors, 'warning'), counted(tokens, 'token')]
  const lines = problems.flatMap(({ check, severity, message, at }) => [
    `${severity === 'error' ? red(check) : yellow(check)}${at === '' ? '' : dim(`  ${shortened(at, screen.width - check.length - 2)}`)}`,
    ...wrap(message, screen.width, INDENT),
  ])
  return [
    ...wrap(`${verdict} as ${format}: ${counts.join(', ')}`, screen.width),
    ...renderSection('Problems', lines, screen),
  ]
}
