import type { InstallReport } from '../../interfaces/hooks/install.ts'
import type { InstallAllReport } from '../../interfaces/hooks/install-all.ts'
import { renderFacts, toPlainLine, type Screen, renderSection } from '../../interfaces/cli/section.ts'
import { grouped } from '../../lib/number-text.ts'
import { widthOf, wrap } from '../../interfaces/cli/table.ts'

/** Prints the change to an agent's files: the difference, the backup, the next step, and how to undo it. */
export const installLines = (report: InstallReport, screen: Screen): string[] => {
  const { files, isUndo, isDryRun, next, undo } = report
  const touched = files.filter(({ action }) => action !== 'unchanged')
  const nothing = isUndo ? 'Nothing of warmstart is in there.' : 'Nothing to change: everything is in there already.'
  return [
    ...files.flatMap(({ path, action, backup }) =>
      renderFacts(
        [
          [isDryRun && action !== 'unchanged' ? `would be ${action}` : action, path, 'whole'],
          ['backup', isUndo || isDryRun || action === 'unchanged' ? null : backup, 'whole'],
        ],
        screen,
      ),
    ),
    ...(touched.length === 0 ? ['', ...wrap(nothing, screen.width)] : []),
    ...touched.flatMap(({ diff }) => ['', ...diffLines(diff, screen)]),
    ...renderSection(
      isUndo ? 'Note' : 'Next',
      next.flatMap((line) => stepLines(line, screen)),
      screen,
    ),
    ...(isUndo || isDryRun ? [] : renderSection('To take it back', [`  ${undo}`], screen)),
  ]
}

/**
 * Prints the changes to the files of all agents: a line for each agent, the next step, and what was left alone.
 * Installing a single agent shows the difference of its files.
 */
export const installAllLines = (report: InstallAllReport, screen: Screen): string[] => {
  const { reports, refused, notUsed, isUndo, isDryRun } = report
  const shown = isUndo ? reports.filter(({ files }) => files.some(({ action }) => action !== 'unchanged')) : reports
  const nothing = 'Nothing of warmstart is in the settings of any agent.'
  return [
    ...(shown.length === 0 && isUndo ? wrap(nothing, screen.width) : []),
    ...shown.flatMap((one) => [
      screen.colors.bold(one.agent),
      ...one.files
        .filter(({ action }) => !isUndo || action !== 'unchanged')
        .map(({ action, path }) => `  ${isDryRun && action !== 'unchanged' ? `would be ${action}` : action}  ${path}`),
      ...one.next.flatMap((line) => stepLines(line, screen)),
    ]),
    ...renderSection(
      'Left alone',
      refused.flatMap(({ agent, message, hint }) =>
        stepLines(`${agent}: ${message}${hint === null ? '' : ` (${hint})`}`, screen),
      ),
      screen,
    ),
    ...(notUsed.length === 0 || isUndo
      ? []
      : renderSection('Not used here', stepLines(notUsed.join(', '), screen), screen)),
    ...(isUndo || shown.length === 0
      ? []
      : renderSection(
          isDryRun ? 'To see the lines' : 'To take it back',
          [isDryRun ? '  warmstart install AGENT --dry-run' : '  warmstart install --all --undo'],
          screen,
        )),
  ]
}

const stepLines = (text: string, { width }: Screen): string[] =>
  wrap(toPlainLine(text), width, '    ').map((line, index) => (index === 0 ? `  - ${line.slice(4)}` : line))

/** A line of a difference is cut here, because the seed of a template is a single line; `--json` has the whole. */
const MOST_CHARS = 600

const diffLines = (diff: string, { width, colors }: Screen): string[] =>
  diff.split('\n').flatMap((line) => {
    const color = colorOf(line, colors)
    const shown =
      line.length > MOST_CHARS
        ? `${line.slice(0, MOST_CHARS)}… (${grouped(line.length - MOST_CHARS)} more characters; --json has them)`
        : line
    return broken(shown.replaceAll('\t', '    '), width).map((piece) => color(piece))
  })

const colorOf = (line: string, colors: Screen['colors']): ((text: string) => string) => {
  if (line.startsWith('+++') || line.startsWith('---')) return colors.bold
  if (line.startsWith('@@') || line.startsWith('\\')) return colors.dim
  if (line.startsWith('+')) return colors.green
  return line.startsWith('-') ? colors.red : (text) => text
}

/** Leading blanks have a meaning here, so lines break at the edge and not between words. */
const broken = (line: string, width: number): string[] => {
  const pieces = ['']
  for (const character of line) {
    const last = pieces.at(-1) ?? ''
    if (widthOf(last) + widthOf(character) <= width) pieces[pieces.length - 1] = last + character
    else pieces.push(`  ${character}`)
  }
  return pieces
}
