import type { GatewayStatus } from './status-operation.ts'
import { toPlainLine, renderRemark, type Screen, renderSection, renderTable } from '../../interfaces/cli/section.ts'
import type { Column } from '../../interfaces/cli/table.ts'
import { wrap } from '../../interfaces/cli/table.ts'

const GATEWAYS: Column[] = [
  { title: 'gateway', drop: 2 },
  { title: 'machine', shrink: 'end' },
  { title: 'pid', align: 'right' },
  { title: 'state' },
  { title: 'platforms', shrink: 'end' },
  { title: 'heard of', drop: 1 },
]

const PENDING: Column[] = [
  { title: 'state' },
  { title: 'platform' },
  { title: 'chat', shrink: 'end' },
  { title: 'since', drop: 1 },
  { title: 'text', shrink: 'end' },
]

export const statusLines = (status: GatewayStatus, screen: Screen): string[] => [
  ...renderSection('Gateways', gatewayLines(status, screen), screen),
  ...renderSection('Messages', [...countLines(status, screen), ...pendingLines(status, screen)], screen),
  ...renderSection('Jobs', wrap(jobWords(status), screen.width), screen),
  ...(status.pairings === 0
    ? []
    : ['', ...renderRemark(`${status.pairings} wait to be let in: \`warmstart gateway pair\` shows who`, screen)]),
]

const minute = (time: string): string => time.slice(0, 16).replace('T', ' ')

const gatewayLines = ({ gateways }: GatewayStatus, screen: Screen): string[] => {
  if (gateways.length === 0) return wrap('None has ever run on this store.', screen.width)
  const rows = gateways.map((each) => [
    each.id.slice(0, 16),
    toPlainLine(each.machine),
    String(each.pid),
    each.state,
    each.platforms.join(', '),
    minute(each.heardAt),
  ])
  return [...renderTable(GATEWAYS, rows, screen), ...gateways.flatMap((each) => troubleLines(each, screen))]
}

/** Platforms that a running gateway cannot serve. */
const troubleLines = (
  { troubles, endedAt }: GatewayStatus['gateways'][number],
  { width, colors }: Screen,
): string[] => {
  if (endedAt !== null) return []
  return troubles.flatMap(({ platform, reason, since, attempts, againAt }) => {
    const next = againAt === null ? '' : `, again at ${minute(againAt)} UTC`
    const tried = attempts === 1 ? 'once' : `${attempts} times`
    const words = `${platform} is not served since ${minute(since)} UTC: ${toPlainLine(reason)} (tried ${tried}${next})`
    return wrap(words, width).map((line) => colors.yellow(line))
  })
}

const countLines = ({ inbox, outbox }: GatewayStatus, { width }: Screen): string[] => {
  const words = (counts: Record<string, number>): string =>
    Object.entries(counts)
      .map(([state, count]) => `${count} ${state}`)
      .join(', ') || 'none'
  return [...wrap(`came: ${words(inbox)}`, width), ...wrap(`sent: ${words(outbox)}`, width)]
}

const pendingLines = ({ pending }: GatewayStatus, screen: Screen): string[] => {
  if (pending.length === 0) return []
  const rows = pending.map(({ state, platform, chatId, since, excerpt }) => [
    state,
    platform,
    toPlainLine(chatId),
    minute(since),
    toPlainLine(excerpt),
  ])
  const files = pending.flatMap(({ savedAt }) => (savedAt === null ? [] : [savedAt]))
  return [
    '',
    ...renderTable(PENDING, rows, screen),
    ...files.flatMap((path) => renderRemark(`saved to ${path}`, screen)),
  ]
}

const jobWords = ({ jobs: { active, paused, nextAt } }: GatewayStatus): string =>
  `${active} active, ${paused} paused${nextAt === null ? '' : `, next at ${minute(nextAt)} UTC`}`
