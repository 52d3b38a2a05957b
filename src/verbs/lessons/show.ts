import { stacked } from '../../interfaces/cli/one-screen.ts'
import { toPlainLine, type Screen } from '../../interfaces/cli/section.ts'
import { counted, grouped } from '../../lib/number-text.ts'
import { wrap } from '../../interfaces/cli/table.ts'
import { toldText } from './lesson-words.ts'
import type { LessonListing, Lessons } from './operation.ts'

/** The facts that a list of lessons shows besides the lessons. */
interface Listed extends Pick<Lessons, 'sessions' | 'leftOut'> {
  /** Lessons that the project's own files tell in vain. */
  inVain?: readonly LessonListing[]
}

/**
 * Prints lessons for a person: each sentence, and below it what it rests on. Lessons that the project tells in vain
 * come last.
 */
export const lessonLines = (lessons: readonly LessonListing[], listed: Listed, screen: Screen): string[] => {
  const { sessions, leftOut, inVain = [] } = listed
  const isThere = (lesson: LessonListing): boolean => lessons.some(({ id }) => id === lesson.id)
  const further = inVain.filter((lesson) => !isThere(lesson))
  if (lessons.length + further.length === 0)
    return wrap(sessions === 0 ? NO_SESSION : nothing(sessions, leftOut), screen.width)
  const unlisted = { ...leftOut, told: Math.max(0, leftOut.told - further.length) }
  return stacked(
    ...lessons.map((lesson) => linesOf(lesson, screen)),
    ...(further.length === 0 ? [] : [wrap(IN_VAIN, screen.width).map((line) => screen.colors.bold(line))]),
    ...further.map((lesson) => linesOf(lesson, screen)),
    ...(unlisted.told + unlisted.stale === 0
      ? []
      : [wrap(`Not listed: ${leftOutText(unlisted)}`, screen.width).map((line) => screen.colors.dim(line))]),
  )
}

const IN_VAIN = "The project's own files tell these, and sessions make the mistake all the same:"

const linesOf = (lesson: LessonListing, { width, colors }: Screen): string[] => [
  ...wrap(toPlainLine(lesson.text), width),
  ...wrap(basis(lesson), width, '  ').map((line) => colors.dim(line)),
  ...(lesson.told === null || lesson.told.since === 0
    ? []
    : wrap(toldText(lesson.told), width, '  ').map((line) => colors.yellow(line))),
]

const NO_SESSION =
  'No session of this project was read yet. `warmstart sync` reads your history; --project names another project.'

const nothing = (sessions: number, { told, stale }: Lessons['leftOut']): string => {
  if (told + stale === 0)
    return `No mistake was made in two of ${counted(sessions, 'session')}: there is nothing to tell.`
  return `There is nothing to tell beside ${leftOutText({ told, stale })}`
}

const leftOutText = ({ told, stale }: Lessons['leftOut']): string => {
  const parts = [
    ...(told === 0 ? [] : [`${counted(told, 'lesson')} that the project's own files tell already`]),
    ...(stale === 0 ? [] : [`${counted(stale, 'lesson')} that ${stale === 1 ? 'is' : 'are'} out of date`]),
  ]
  return `${parts.join(' and ')}. --all lists ${told + stale === 1 ? 'it' : 'them'}.`
}

const basis = ({ kind, support, checked, told, state, id, origin }: LessonListing): string =>
  [
    id.slice(0, 8),
    kind,
    `${grouped(support.sessions)} of ${counted(support.of, 'session')}`,
    ...(support.calls === 0 ? [] : [counted(support.calls, 'call')]),
    ...(support.lastAt === null ? [] : [`last ${support.lastAt.slice(0, 10)}`]),
    ...(checked.holds === null ? [] : [checked.how]),
    ...(told === null || told.since > 0 ? [] : [`told in ${toPlainLine(told.file)}:${told.line}`]),
    ...(origin === null
      ? []
      : [
          `sent by ${toPlainLine(origin.sender)}, told after your yes to it: \`warmstart lessons accept ${id.slice(0, 8)}\``,
        ]),
    ...(state === 'candidate' ? [] : [state]),
  ].join(' · ')

/** Prints the lessons as a Markdown table. */
export const markdownLines = (lessons: readonly LessonListing[]): string[] => {
  if (lessons.length === 0) return []
  const rows = lessons.map(({ text, kind, support, checked, told }) => [
    toPlainLine(text).replaceAll('|', '\\|'),
    kind,
    `${support.sessions} of ${support.of}`,
    String(support.calls),
    support.lastAt?.slice(0, 10) ?? '',
    told === null ? checked.how : toldText(told),
  ])
  const head = ['lesson', 'kind', 'sessions', 'calls', 'last seen', 'checked']
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`)
}
