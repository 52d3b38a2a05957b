import type { StartReport } from '../start/shape.ts'
import { rateText } from '../../interfaces/cli/figures.ts'
import { counted, dollars, grouped, wholePercent } from '../../lib/number-text.ts'
import { toPlainLine, type Screen } from '../../interfaces/cli/section.ts'
import { type Column, layOutTable, wrap } from '../../interfaces/cli/table.ts'

/** The figures that the first screen and the profile share. Every share counts only calls with a known outcome. */
export type Figures = StartReport['figures']

/** The sessions that were read, by agent. */
export const readText = ({ sessionsWithCalls, bySource }: Figures): string => {
  const agents = bySource.map((each) => `${toPlainLine(each.source)} ${grouped(each.sessions)}`).join(', ')
  return `${counted(sessionsWithCalls, 'session')}${agents === '' ? '' : `: ${agents}`}`
}

/** The calls that were read, and those that the shares leave out. */
export const callsText = ({ calls, outcomes, sessions, sessionsWithCalls }: Figures): string => {
  const silent = sessions - sessionsWithCalls
  const unknown = outcomes.unknown === 0 ? '' : `, ${grouped(outcomes.unknown)} of unknown outcome`
  const rest = silent === 0 ? '' : `; ${counted(silent, 'session')} made none`
  return `${counted(calls, 'call')}${unknown}${rest}`
}

/** How many calls failed. As the first share of a screen, it explains the figures in its brackets. */
export const failedText = (figures: Figures): string => {
  const { outcomes, errorRate, bounds } = figures
  if (bounds !== undefined && outcomes.unknown < figures.calls)
    return `at least ${wholePercent(bounds.atLeast)}, ${wholePercent(bounds.unknown)} cannot be told (${grouped(outcomes.error)} of ${counted(figures.calls, 'call')})`
  if (errorRate === null) return `cannot be told: ${figures.reason ?? 'no call has a known outcome'}`
  return `${knownShare(outcomes.error, figures)}, ${rateText(errorRate).replace('[', '[95 % interval: ')}`
}

const knownShare = (count: number, { outcomes: { ok, error } }: Figures): string =>
  `${grouped(count)} of ${counted(ok + error, 'call')}`

/** How many of the failed calls were the agent's own mistake. */
export const ownText = ({ outcomes, byCause, agentErrorRate }: Figures): string => {
  if (outcomes.error === 0) return ''
  const share = agentErrorRate === null ? '' : `, ${rateText(agentErrorRate)}`
  return `${grouped(byCause.agent)} of them the agent's own ${byCause.agent === 1 ? 'mistake' : 'mistakes'}${share}`
}

/** The calls, tokens and money that errors cost; empty if no failure cost anything. */
export const costText = ({ errorCost: { calls, tokens, usd, usdSessions }, sessionsWithCalls }: Figures): string => {
  if (calls === 0) return ''
  const parts = [counted(calls, 'call')]
  if (tokens !== null && tokens > 0) parts.push(`about ${shortCount(tokens)} tokens`)
  if (usd !== null && usd > 0) {
    const where = usdSessions < sessionsWithCalls ? ` (${counted(usdSessions, 'session')} with a price)` : ''
    parts.push(`${dollars(usd)}${where}`)
  }
  return parts.join(', ')
}

/** Shortens 41,300,000 to 41 M; 950 stays. */
const shortCount = (count: number): string => {
  for (const [size, unit] of UNITS) {
    if (count < size) continue
    const scaled = count / size
    return `${scaled < 10 ? scaled.toFixed(1) : Math.round(scaled)} ${unit}`
  }
  return String(Math.round(count))
}

const UNITS: readonly [number, string][] = [
  [1e9, 'G'],
  [1e6, 'M'],
  [1e3, 'k'],
]

/** At most this many kinds of masks are named. */
const SHOWN_MASKS = 3

/** How many calls looked fine although they failed. */
export const maskedText = (figures: Figures): string => {
  const { calls, share, byMask } = figures.masked
  if (calls === 0) return ''
  const [only] = byMask
  const failed = byMask.length === 1 ? `had failed behind \`${toPlainLine(only?.mask ?? '')}\`` : 'had failed'
  return share === null
    ? `${counted(calls, 'call')} ${failed}`
    : `${knownShare(calls, figures)} ${failed}, ${rateText(share)}`
}

/** What hid the failures; `maskedText` already names a single kind. */
export const masksText = ({ masked: { byMask } }: Figures): string => {
  if (byMask.length < 2) return ''
  const rest = byMask.slice(SHOWN_MASKS).reduce((sum, each) => sum + each.calls, 0)
  const named = byMask.slice(0, SHOWN_MASKS).map((each) => `\`${toPlainLine(each.mask)}\` ${grouped(each.calls)}`)
  return `hidden by ${[...named, ...(rest === 0 ? [] : [`others ${grouped(rest)}`])].join(', ')}`
}

/** The mistakes that cost the agent most calls, by name, one per line. */
export const mistakeLines = ({ mistakes }: Figures, screen: Screen, most: number): string[] => {
  if (mistakes.length === 0) return []
  const rows = mistakes
    .slice(0, most)
    .map(({ tool, message, count, sessions, callsSpent }) => [
      INDENT + mistakeName(toPlainLine(tool), toPlainLine(message).replace(/[:.]$/, '')),
      grouped(count),
      grouped(sessions),
      grouped(callsSpent),
    ])
  return headed(
    [
      { title: 'Most expensive mistakes', shrink: 'end', least: 24 },
      { title: 'times', align: 'right', drop: 1 },
      { title: 'sessions', align: 'right', drop: 2 },
      { title: 'calls spent', align: 'right' },
    ],
    rows,
    screen,
  )
}

/** The tool and its message; only the message if it begins with the tool. */
const mistakeName = (tool: string, message: string): string =>
  message.startsWith(tool) ? message : `${tool}: ${message}`

export interface RatedGroup {
  calls: number
  unknown: number
  errorRate: Figures['errorRate']
  agentErrorRate: Figures['errorRate']
  bounds?: Figures['bounds']
  reason?: string | undefined
}

/** Prints groups with their own rates, most calls first: an order by rate would rank them. */
export const ratedLines = <G extends RatedGroup>(
  title: string,
  groups: readonly G[],
  { nameOf, most, cut = 'end' }: { nameOf(group: G): string; most: number; cut?: 'end' | 'start' },
  screen: Screen,
): string[] => {
  if (groups.length === 0) return []
  const rows = groups
    .slice(0, most)
    .map((group) => [INDENT + toPlainLine(nameOf(group)), grouped(group.calls - group.unknown), ...rateCells(group)])
  const more = groups.length > most ? ` (${grouped(most)} of ${grouped(groups.length)})` : ''
  return headed(
    [
      { title: `${title}${more}`, shrink: cut, least: 20 },
      { title: 'calls', align: 'right', drop: 1 },
      { title: 'failed' },
      { title: 'own mistake', drop: 2 },
    ],
    rows,
    screen,
  )
}

/**
 * Two cells: the share of a group's calls that failed, and the share that were the agent's own mistake; bounds if
 * there is no rate.
 */
export const rateCells = ({ errorRate, agentErrorRate, bounds, reason }: RatedGroup): string[] => {
  if (errorRate !== null) return [rateText(errorRate), agentErrorRate === null ? '' : rateText(agentErrorRate)]
  if (bounds === undefined) return [reason ?? '-', '']
  return [
    bounds.unknown >= 1 ? 'unknown' : `≥${wholePercent(bounds.atLeast)}, ${wholePercent(bounds.unknown)} unknown`,
    '',
  ]
}

/** Prints a table whose heading is the title of a section. */
const headed = (columns: readonly Column[], rows: readonly string[][], screen: Screen): string[] => {
  const [heading = '', ...body] = layOutTable(columns, rows, screen.width)
  const [first, ...rest] = columns
  if (first === undefined || heading.startsWith(first.title)) return [screen.colors.bold(heading), ...body]
  // A title wider than its column gets a line of its own.
  const lines = layOutTable([{ ...first, title: '' }, ...rest], rows, screen.width)
  return [...wrap(first.title, screen.width).map((line) => screen.colors.bold(line)), ...lines]
}

const INDENT = '  '
