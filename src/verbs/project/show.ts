import { toPlainLine, type Screen, renderSection, renderTable } from '../../interfaces/cli/section.ts'
import { counted, grouped } from '../../lib/number-text.ts'
import { type Column, wrap } from '../../interfaces/cli/table.ts'
import type { ProjectReport } from './operation.ts'

const PROJECTS: Column[] = [
  { title: 'project', shrink: 'start' },
  { title: 'repository', shrink: 'start', drop: 2 },
  { title: 'sessions', align: 'right' },
  { title: 'last', drop: 1 },
]
const DIRECTORIES: Column[] = [
  { title: 'directory', shrink: 'start' },
  { title: 'counts to', shrink: 'start' },
  { title: 'because of', drop: 1 },
  { title: 'sessions', align: 'right' },
]

/** Prints projects, directories that were joined to another path, and the user's decisions. */
export const projectLines = (report: ProjectReport, screen: Screen): string[] => {
  const rows = report.projects.map(({ project, repositories, sessions, lastAt }) => [
    toPlainLine(project),
    toPlainLine(repositories.join(', ')),
    grouped(sessions),
    lastAt?.slice(0, 10) ?? '',
  ])
  return [
    ...(report.changed === null ? [] : wrap(changedWords(report.changed), screen.width)),
    ...renderSection(
      'Projects',
      rows.length === 0 ? ['No session was read yet.'] : renderTable(PROJECTS, rows, screen),
      screen,
    ),
    ...joinedLines(report, screen),
    ...apartLines(report, screen),
  ]
}

/** At most this many directories are named per reason, because agents make a working tree for every session. */
const MOST_DIRECTORIES = 4

const joinedLines = ({ projects }: ProjectReport, screen: Screen): string[] => {
  const rows = projects.flatMap(({ name, directories }) =>
    [...Map.groupBy(directories, ({ how }) => how)].flatMap(([how, group]) => {
      if (how === 'itself') return []
      const because = how === 'person' ? 'your word' : 'its remote'
      const [shown, rest] = [group.slice(0, MOST_DIRECTORIES), group.slice(MOST_DIRECTORIES)]
      const sum = rest.reduce((total, { sessions }) => total + sessions, 0)
      return [
        ...shown.map(({ path, sessions }) => [toPlainLine(path), toPlainLine(name), because, grouped(sessions)]),
        ...(rest.length === 0 ? [] : [[`and ${grouped(rest.length)} more`, toPlainLine(name), because, grouped(sum)]]),
      ]
    }),
  )
  return rows.length === 0 ? [] : renderSection('Joined', renderTable(DIRECTORIES, rows, screen), screen)
}

const apartLines = ({ claims }: ProjectReport, screen: Screen): string[] => {
  const apart = claims.filter(({ subject, target }) => subject === target)
  return apart.length === 0
    ? []
    : renderSection(
        'Kept apart',
        apart.flatMap(({ subject }) => wrap(toPlainLine(subject), screen.width)),
        screen,
      )
}

const changedWords = ({ how, subject, target, sessions }: NonNullable<ProjectReport['changed']>): string =>
  how === 'joined'
    ? `${toPlainLine(subject)} counts to ${toPlainLine(target ?? '')} now: ${counted(sessions, 'session')}.`
    : `${toPlainLine(subject)} counts by itself now: ${counted(sessions, 'session')}.`
