import type { StartReport } from '../../schema/listing/start-report.ts'
import { plain, type Screen } from './section.ts'
import { counted } from './show-sync.ts'
import { bulleted, shortened, wrap } from './table.ts'

const INDENT = '  '

/** The lessons of the first screen, each with its text in full; the project is named where there are several. */
export const lessonLines = (
  { lessons }: Pick<StartReport, 'lessons'>,
  { width, colors }: Screen,
  { most }: { most: number },
): string[] => {
  const projects = new Set(lessons.map(({ project }) => project))
  const [only = ''] = projects
  const where = projects.size === 1 ? ` about ${plain(folderOf(only))}` : ''
  const shown = lessons.slice(0, most)
  const more = lessons.length > shown.length ? ` ${colors.dim(`(${shown.length} of ${lessons.length})`)}` : ''
  const isGiven = lessons.every(({ state }) => state === 'active')
  return [
    `${colors.bold(`What new sessions ${isGiven ? 'are' : 'could be'} told${where}`)}${more}`,
    ...shown.flatMap(({ project, text }) =>
      bulleted(`${projects.size > 1 ? `${folderOf(project)}: ` : ''}${plain(text)}`, width, INDENT),
    ),
  ]
}

const folderOf = (project: string): string => project.split(/[\\/]/).findLast((part) => part !== '') ?? project

/**
 * The section of the first screen on what new sessions could be told. Of what is in use and what waits for a person's
 * yes it names the best, at most `most`.
 */
export const carryOverLines = (
  { carryOver: { inUse, proposed } }: Pick<StartReport, 'carryOver'>,
  { width, colors }: Screen,
  { most }: { most: number },
): string[] => {
  const found = [
    ...inUse.map((template) => ({ ...template, state: 'in use' })),
    ...proposed.map((template) => ({ ...template, state: 'proposed' })),
  ]
  const title = colors.bold('What could be carried over')
  if (found.length === 0) return [title, ...wrap(NOTHING_YET, width, INDENT)]
  const lines = found.slice(0, most).map(({ template, state, sessions, shows }) => {
    const what = shows.length === 0 ? '' : `: ${shows.map(plain).join(', ')}`
    return (
      INDENT + shortened(`${plain(template)} (${state}, ${counted(sessions, 'session')})${what}`, width - INDENT.length)
    )
  })
  const more = found.length - lines.length
  const heading = more > 0 ? `${title} ${colors.dim(`(${most} of ${found.length})`)}` : title
  return [heading, ...lines]
}

const NOTHING_YET = 'Nothing yet: it takes two long sessions of a project that did the same.'
