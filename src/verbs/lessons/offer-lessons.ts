import { needsOwnYes } from '../../lesson/state.ts'
import { basename } from 'node:path'
import { type Context, EXIT } from '../../interfaces/cli/command.ts'
import { askKey } from '../../interfaces/cli/keys.ts'
import { toPlainLine, type Screen } from '../../interfaces/cli/section.ts'
import { counted } from '../../lib/number-text.ts'
import { bulleted, wrap } from '../../interfaces/cli/table.ts'
import { listClauses } from '../../lesson/lines.ts'
import { writeClause } from '../../lesson/text.ts'
import { acceptProject } from './consent-operation.ts'
import { standingLessons } from './ready-operation.ts'
import type { Lesson } from '../../schema/lesson.ts'
import { givenRemarks } from './given-remarks.ts'

/**
 * Asks for one yes to the lessons of a project; one key answers. Lessons that the yes covers and the screen does not
 * show yet are printed in full first.
 */
export const offerLessons = async (
  context: Context,
  { project, printed }: { project: string; printed: readonly string[] },
): Promise<number> => {
  const { app, terminal } = context
  const store = await context.store()
  const lessons = (await standingLessons(app, store, project))
    .filter(({ state, lesson }) => state === 'candidate' && !needsOwnYes(lesson) && lesson.told === null)
    .map(({ lesson }) => lesson)
  if (lessons.length === 0) return EXIT.ok
  const name = toPlainLine(basename(project))
  for (const line of unseenLines(lessons, { name, printed, screen: terminal })) terminal.line(line)
  const question = `Give ${lessons.length === 1 ? 'this lesson' : `these ${lessons.length} lessons`} to new sessions of ${name}?`
  const [last = '', ...above] = wrap(`${question} [y]es [r]eview [n]o`, terminal.width - 1).toReversed()
  for (const line of above.toReversed()) terminal.line(terminal.colors.bold(line))
  const key = await askKey(`${terminal.colors.bold(last)} `)
  if (key === 'r') {
    const { reviewInTerminal } = await import('./review-cli.ts')
    return reviewInTerminal(context, project)
  }
  if (key !== 'y') return EXIT.ok
  const { changed } = await acceptProject(app, store, project)
  terminal.line(`${counted(changed.length, 'lesson')} of ${name}: given from now on, and later ones but rules.`)
  terminal.line(terminal.colors.dim(`undo: warmstart lessons undo --all --project ${toPlainLine(project)}`))
  for (const line of givenRemarks(app, terminal)) terminal.line(line)
  return EXIT.ok
}

/** All lessons as lines, unless the screen already shows every one of them. */
export const unseenLines = (
  lessons: readonly Lesson[],
  { name, printed, screen }: { name: string; printed: readonly string[]; screen: Screen },
): string[] => {
  const seen = toPlainLine(printed.join(' '))
  if (lessons.every(({ text }) => seen.includes(toPlainLine(text)))) return []
  const lines = listClauses(lessons.map(writeClause)).map((line) => line.replace(/^- /, ''))
  return [
    '',
    screen.colors.bold(`All that new sessions of ${name} could be told`),
    ...lines.flatMap((line) => bulleted(toPlainLine(line), screen.width, '  ')),
  ]
}
