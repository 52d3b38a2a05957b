import type { StartReport } from './shape.ts'
import { toPlainLine, type Screen } from '../../interfaces/cli/section.ts'
import { counted } from '../../lib/number-text.ts'
import { bulleted, shortened, wrap } from '../../interfaces/cli/table.ts'

const INDENT = '  '

/** Prints the lessons of the first screen with their full text, and the project if there are several. */
export const lessonLines = (
  { lessons }: Pick<StartReport, 'lessons'>,
  { width, colors }: Screen,
  { most }: { most: number },
): string[] => {
  const projects = new Set(lessons.map(({ project }) => project))
  const [only = ''] = projects
  const where = projects.size === 1 ? ` about ${toPlainLine(folderOf(only))}` : ''
  const shown = lessons.slice(0, most)
  const more = lessons.length > shown.length ? ` ${colors.dim(`(${shown.length} of ${lessons.length})`)}` : ''
  const isGiven = lessons.every(({ state }) => state === 'active')
  return [
    `${colors.bold(`What new sessions ${isGiven ? 'are' : 'could be'} told${where}`)}${more}`,
    ...shown.flatMap(({ project, text }) =>
      bulleted(`${projects.size > 1 ? `${folderOf(project)}: ` : ''}${toPlainLine(text)}`, width, INDENT),
    ),
  ]
}

const folderOf = (project: string): string => project.split(/[\\/]/).findLast((part) => part !== '') ?? project

/** Says why new sessions get no lesson, if none is left. */
export const noLessonLines = (
  { lessonsLeftOut: { told, stale } }: Pick<StartReport, 'lessonsLeftOut'>,
  { width, colors }: Screen,
): string[] => {
  const reasons = [
    told === 0 ? '' : `Your projects' own files already say what was found (${counted(told, 'lesson')}).`,
    stale === 0
      ? ''
      : `${counted(stale, 'lesson')} ${stale === 1 ? 'is' : 'are'} no longer true, or older than 30 days (\`warmstart lessons --all\`).`,
  ].filter((reason) => reason !== '')
  const text = reasons.length === 0 ? NOTHING_RECURS : reasons.join(' ')
  return [colors.bold('What new sessions could be told'), ...wrap(text, width, INDENT)]
}

const NOTHING_RECURS = 'Nothing: no mistake recurs in the projects that you work on most.'

/** Prints the best templates in use and waiting for approval, at most `most`; no lines if there is none. */
export const carryOverLines = (
  { carryOver: { inUse, proposed } }: Pick<StartReport, 'carryOver'>,
  { width, colors }: Screen,
  { most }: { most: number },
): string[] => {
  const found = [
    ...inUse.map((template) => ({ ...template, state: 'in use' })),
    ...proposed.map((template) => ({ ...template, state: 'proposed' })),
  ]
  if (found.length === 0) return []
  const title = colors.bold('Templates of what worked')
  const lines = found.slice(0, most).map(({ template, state, sessions, shows }) => {
    const what = shows.length === 0 ? '' : `: ${shows.map(toPlainLine).join(', ')}`
    return (
      INDENT +
      shortened(`${toPlainLine(template)} (${state}, ${counted(sessions, 'session')})${what}`, width - INDENT.length)
    )
  })
  const more = found.length - lines.length
  const heading = more > 0 ? `${title} ${colors.dim(`(${most} of ${found.length})`)}` : title
  return [heading, ...lines]
}
