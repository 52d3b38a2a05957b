import { toPlainLine, type Screen, renderTable } from '../../interfaces/cli/section.ts'
import { grouped } from '../../lib/number-text.ts'
import { type Column, wrap } from '../../interfaces/cli/table.ts'
import type { ExperimentList } from './status-operation.ts'

const COLUMNS: Column[] = [
  { title: 'experiment', shrink: 'end' },
  { title: 'id', drop: 2 },
  { title: 'design' },
  { title: 'arms', shrink: 'end', drop: 1 },
  { title: 'tasks', align: 'right', drop: 3 },
  { title: 'state' },
  { title: 'verdict' },
]

export const listLines = (list: ExperimentList, screen: Screen): string[] =>
  list.length === 0
    ? wrap('There is no experiment yet. `warmstart experiment plan NAME --tasks PATH` declares one.', screen.width)
    : renderTable(
        COLUMNS,
        list.map(({ name, id, design, arms, tasks, state, verdict }) => [
          toPlainLine(name),
          id.slice(0, 8),
          design,
          toPlainLine(arms.join(', ')),
          grouped(tasks),
          state,
          verdict ?? '-',
        ]),
        screen,
      )
