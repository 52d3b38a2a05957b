import type { JobList } from './operation.ts'
import { toPlainLine, renderRemark, type Screen, renderTable } from '../../interfaces/cli/section.ts'
import { type Column, wrap } from '../../interfaces/cli/table.ts'

const COLUMNS: Column[] = [
  { title: 'job' },
  { title: 'schedule' },
  { title: 'next (UTC)', drop: 2 },
  { title: 'last', drop: 1 },
  { title: 'deliver', shrink: 'end' },
  { title: 'name', shrink: 'end' },
]

/** Prints the scheduled jobs, and the change to one of them. */
export const jobLines = ({ jobs, changed, isServed }: JobList, screen: Screen): string[] => {
  const rows = jobs.map(({ id, schedule, nextAt, lastState, deliver, name, state }) => [
    id,
    schedule,
    nextAt === null ? state : nextAt.slice(0, 16).replace('T', ' '),
    lastState ?? '-',
    toPlainLine(deliver),
    toPlainLine(name),
  ])
  return [
    ...(changed === null
      ? []
      : [...wrap(`${changed.how}: ${changed.job.id} ${toPlainLine(changed.job.name)}`, screen.width), '']),
    ...(rows.length === 0 ? renderRemark(NO_JOBS, screen) : renderTable(COLUMNS, rows, screen)),
    ...(jobs.length > 0 && !isServed ? ['', ...renderRemark(NOBODY_RUNS_THEM, screen)] : []),
  ]
}

const NO_JOBS =
  'There are no jobs. `warmstart cron add "0 9 * * 1" "What changed last week?"` makes one, for Mondays at nine.'
const NOBODY_RUNS_THEM =
  'No gateway runs, and jobs wait until one does: `warmstart gateway --platform local` runs them without any chat.'
