import type { JobList } from '../../operations/cron.ts'
import type { Context } from './command.ts'
import { plain, remark, type Screen, shownTable } from './section.ts'
import { type Column, wrap } from './table.ts'

const COLUMNS: Column[] = [
  { title: 'job' },
  { title: 'schedule' },
  { title: 'next (UTC)', drop: 2 },
  { title: 'last', drop: 1 },
  { title: 'deliver', shrink: 'end' },
  { title: 'name', shrink: 'end' },
]

/** Jobs as a command shows them. */
export const showJobs = (list: JobList, { terminal, isSet }: Context): void => {
  if (isSet('json')) terminal.json(list)
  else for (const line of jobLines(list, terminal)) terminal.line(line)
}

/** Scheduled jobs, and what was done to one of them. */
const jobLines = ({ jobs, changed, isServed }: JobList, screen: Screen): string[] => {
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
    ...(rows.length === 0 ? ['There are no jobs.'] : shownTable(COLUMNS, rows, screen)),
    ...(jobs.length > 0 && !isServed
      ? ['', ...remark('No gateway runs: jobs wait until `warmstart gateway` does.', screen)]
      : []),
  ]
}
