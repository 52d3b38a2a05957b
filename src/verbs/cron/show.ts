import type { JobList } from './operation.ts'
import { plain, remark, type Screen, shownTable } from '../../interfaces/cli/section.ts'
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
    plain(deliver),
    plain(name),
  ])
  return [
    ...(changed === null
      ? []
      : [...wrap(`${changed.how}: ${changed.job.id} ${plain(changed.job.name)}`, screen.width), '']),
    ...(rows.length === 0 ? remark(NO_JOBS, screen) : shownTable(COLUMNS, rows, screen)),
    ...(jobs.length > 0 && !isServed ? ['', ...remark(NOBODY_RUNS_THEM, screen)] : []),
  ]
}

const NO_JOBS =
  'There are no jobs. `warmstart cron add "0 9 * * 1" "What changed last week?"` makes one, for Mondays at nine.'
const NOBODY_RUNS_THEM =
  'No gateway runs, and jobs wait until one does: `warmstart gateway --platform local` runs them without any chat.'
