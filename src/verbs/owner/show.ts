import { toPlainLine, renderRemark, type Screen, renderSection, renderTable } from '../../interfaces/cli/section.ts'
import { counted, grouped } from '../../lib/number-text.ts'
import { type Column, wrap } from '../../interfaces/cli/table.ts'
import type { OwnerReport } from './operation.ts'

const OWNERS: Column[] = [
  { title: 'owner', shrink: 'end' },
  { title: 'sessions', align: 'right' },
]
const UNOWNED: Column[] = [
  { title: 'source' },
  { title: 'platform', shrink: 'end' },
  { title: 'sessions', align: 'right' },
]
const CLAIMS: Column[] = [
  { title: 'claimed', shrink: 'end' },
  { title: 'is', shrink: 'end' },
  { title: 'sessions', align: 'right' },
  { title: 'since', drop: 1 },
]

/** Renders owners, sessions without an owner, and claims. */
export const ownerLines = (report: OwnerReport, screen: Screen): string[] => {
  const { localUser, changed } = report
  const rows = report.owners.map(({ owner, sessions }) => [nameOf(owner, localUser), grouped(sessions)])
  return [
    ...(changed === null ? [] : wrap(changedWords(changed, localUser), screen.width)),
    ...renderSection(
      'Owners',
      rows.length === 0 ? ['No session was read yet.'] : renderTable(OWNERS, rows, screen),
      screen,
    ),
    ...unownedLines(report, screen),
    ...claimLines(report, screen),
  ]
}

/** Lists sessions without an owner and the commands to claim them; empty if there are none. */
export const unownedLines = ({ unowned }: Pick<OwnerReport, 'unowned'>, screen: Screen): string[] => {
  if (unowned.length === 0) return []
  const rows = unowned.map(({ source, platform, sessions }) => [
    source,
    toPlainLine(platform ?? 'unknown'),
    grouped(sessions),
  ])
  const [first] = rows
  return renderSection(
    'Sessions without an owner',
    [
      ...renderTable(UNOWNED, rows, screen),
      '',
      ...wrap(WHY, screen.width),
      `  warmstart owner claim --platform ${first?.[1] ?? 'unknown'}`,
      '  warmstart owner claim SESSION --as telegram:42',
    ],
    screen,
  )
}

const WHY =
  'These sessions come from chats and name no user. Another person may have written them, so they are neither listed nor mined. `warmstart sessions --unowned` shows them. Claim your own, or name their owner:'

const claimLines = ({ claims, localUser }: OwnerReport, screen: Screen): string[] => {
  if (claims.length === 0) return []
  const groups = Map.groupBy(claims, ({ kind, subject, platform, owner }) =>
    JSON.stringify(kind === 'owner' ? [subject, owner] : [`sessions on ${platform ?? 'unknown'}`, owner]),
  )
  const rows = [...groups].map(([key, group]) => {
    const [what = '', owner = ''] = JSON.parse(key) as string[]
    const sessions = group.reduce((sum, each) => sum + each.sessions, 0)
    return [toPlainLine(what), nameOf(owner, localUser), grouped(sessions), group[0]?.at.slice(0, 10) ?? '']
  })
  return [
    ...renderSection('Claims', renderTable(CLAIMS, rows, screen), screen),
    ...renderRemark('`warmstart owner unclaim` takes one back.', screen),
  ]
}

const nameOf = (owner: string | null, localUser: string): string => {
  if (owner === null) return '(no owner)'
  return owner === localUser ? `${toPlainLine(owner)} (you)` : toPlainLine(owner)
}

const changedWords = ({ how, owner, sessions }: NonNullable<OwnerReport['changed']>, localUser: string): string => {
  const whose = owner === localUser ? 'yours' : `${toPlainLine(owner ?? '')}'s`
  const verb = sessions === 1 ? 'is' : 'are'
  return how === 'claimed'
    ? `${counted(sessions, 'session')} ${verb} ${whose} now, also after every sync and rebuild.`
    : `${counted(sessions, 'session')} ${sessions === 1 ? 'has' : 'have'} the owner that the history names again.`
}
