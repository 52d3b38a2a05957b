import type { GatewayPeople } from './people-operation.ts'
import { toPlainLine, type Screen, renderSection, renderTable } from '../../interfaces/cli/section.ts'
import { type Column, wrap } from '../../interfaces/cli/table.ts'

const WAITING: Column[] = [
  { title: 'code' },
  { title: 'platform' },
  { title: 'user', shrink: 'end' },
  { title: 'name', shrink: 'end' },
  { title: 'until', drop: 1 },
]

const ADMITTED: Column[] = [{ title: 'platform' }, { title: 'user', shrink: 'end' }, { title: 'name', shrink: 'end' }]

/** People choose their own names: shown, never trusted. */
export const peopleLines = ({ waiting, admitted, changed }: GatewayPeople, screen: Screen): string[] => {
  const asked = waiting.map(({ code, platform, userId, userName, until }) => [
    code,
    platform,
    toPlainLine(userId),
    toPlainLine(userName ?? ''),
    `${until.slice(0, 16).replace('T', ' ')} UTC`,
  ])
  const known = admitted.map(({ platform, userId, userName }) => [
    platform,
    toPlainLine(userId),
    toPlainLine(userName ?? ''),
  ])
  return [
    ...(changed === null
      ? []
      : [...wrap(`${changed.how}: ${changed.platform}:${toPlainLine(changed.userId)}`, screen.width), '']),
    ...renderSection('Waiting', asked.length === 0 ? ['Nobody.'] : renderTable(WAITING, asked, screen), screen),
    ...renderSection(
      'Let in by a code',
      known.length === 0 ? ['Nobody.'] : renderTable(ADMITTED, known, screen),
      screen,
    ),
  ]
}
