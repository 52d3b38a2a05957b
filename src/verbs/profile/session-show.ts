import type { SessionProfile } from '../../schema/listing/session-profile.ts'
import { alignFigures, bars, countText, createFigures, rateText } from '../../interfaces/cli/figures.ts'
import {
  renderFacts,
  toPlainLine,
  renderRemark,
  type Screen,
  renderSection,
  renderTable,
} from '../../interfaces/cli/section.ts'
import { textAloneText } from '../calls/outcome-show.ts'
import { errorKindLines } from './signatures-show.ts'
import { counted, grouped } from '../../lib/number-text.ts'
import { timelineLines, timelineTable } from './timeline-show.ts'
import { conventionLines, userLines } from './user-patterns-show.ts'

export interface SessionView {
  /** All tools, markers, errors and recoveries instead of the first dozen. */
  all?: boolean
  /** The calls as a table instead of one character each. */
  timeline?: boolean
}

/** A dozen lines of each list; `--all` and `--json` give the rest. */
const SHOWN = 12

/** Prints one session: its facts, its rates, what went wrong and what helped. */
export const sessionProfileLines = (profile: SessionProfile, screen: Screen, view: SessionView = {}): string[] => {
  const most = view.all === true ? undefined : SHOWN
  return [
    ...renderFacts(factsOf(profile), screen),
    ...rateLines(profile, screen),
    ...toolLines(profile, screen, most),
    ...userLines(profile, screen),
    ...conventionLines(profile, screen, most),
    ...markerLines(profile, screen, most),
    ...errorKindLines(
      'Errors',
      profile.errorPatterns.toSorted((a, b) => b.callsSpent - a.callsSpent).slice(0, most),
      screen,
    ),
    ...more(profile.errorPatterns.length, most, screen),
    ...recoveryLines(profile, screen, most),
    ...(view.timeline === true ? timelineTable(profile, screen) : timelineLines(profile, screen)),
  ]
}

const more = (count: number, most: number | undefined, screen: Screen): string[] =>
  most === undefined || count <= most ? [] : renderRemark(`and ${grouped(count - most)} more; --all shows them`, screen)

const factsOf = (profile: SessionProfile): [string, string | null][] => {
  const { outcomes, tokens, context, withTrivial } = profile
  const trivial = withTrivial.toolCallCount - profile.toolCallCount
  const optional = (text: string | null): string | null => (text === null ? null : toPlainLine(text))
  return [
    ['session', toPlainLine(profile.session)],
    ['source', [profile.source, profile.platform].filter((word) => word !== null).join(', ')],
    ['title', optional(profile.title)],
    ['project', optional(profile.project)],
    ['model', optional(profile.model)],
    ['time', [profile.startedAt, profile.lastAt].filter((time) => time !== null).join(' - ')],
    ['messages', grouped(profile.messageCount)],
    [
      'calls',
      `${grouped(profile.toolCallCount)}: ${grouped(outcomes.ok)} ok, ${grouped(outcomes.error)} error, ${grouped(outcomes.unknown)} unknown` +
        (trivial > 0 ? `; ${grouped(trivial)} more of trivial tools` : ''),
    ],
    ['text alone', textAloneText(profile.textAlone, outcomes)],
    ['task type', profile.taskType],
    ['mostly', profile.dominantToolType === null ? null : `${profile.dominantToolType} tools`],
    ['tokens', tokenText(tokens)],
    [
      'context',
      context === null
        ? 'not recorded'
        : `largest ${counted(context.largest, 'token')}, last ${grouped(context.last)} (n ${counted(context.calls, 'call')})`,
    ],
    ['compactions', profile.compactions.length === 0 ? null : compactionText(profile)],
  ]
}

const tokenText = (tokens: SessionProfile['tokens']): string => {
  const parts = [
    [tokens.input, 'in'],
    [tokens.output, 'out'],
    [tokens.cacheRead, 'read from cache'],
    [tokens.cacheWrite, 'written to cache'],
  ] as const
  const known = parts.flatMap(([count, words]) => (count === null ? [] : [`${grouped(count)} ${words}`]))
  return known.length === 0 ? 'not recorded' : known.join(', ')
}

const compactionText = ({ compactions }: SessionProfile): string =>
  compactions.map(({ kind, afterCall }) => `${toPlainLine(kind)} after call ${grouped(afterCall)}`).join(', ')

const rateLines = (profile: SessionProfile, screen: Screen): string[] => {
  const figures = createFigures()
  const { withTrivial, reason } = profile
  const entries = [
    ['error rate', profile.errorRate, figures.rate(profile.errorRate, reason)],
    ['caused by agent', profile.agentErrorRate, figures.rate(profile.agentErrorRate, reason)],
    ['with trivial tools', withTrivial.errorRate, figures.rate(withTrivial.errorRate, withTrivial.reason)],
    ['first 20 % of calls', profile.early, figures.rate(profile.early, reason)],
    ['last 20 % of calls', profile.late, figures.rate(profile.late, reason)],
    ['late - early (points)', profile.proficiencyGain, figures.points(profile.proficiencyGain, reason)],
    ['errors recovered', profile.recoveryRate, figures.rate(profile.recoveryRate, reason)],
  ] as const
  const cells = alignFigures(entries.map(([, , cell]) => cell))
  const rows = entries.map(([name, value], index) => [name, cells[index] ?? '', countText(value)])
  const columns = [{ title: '' }, { title: 'rate' }, { title: 'n', align: 'right' as const }]
  const note = 'late - early: negative is better. One session is an anecdote: look at the intervals.'
  return renderSection(
    'How it went',
    [...renderTable(columns, rows, screen), ...figures.footnotes(screen.width), ...renderRemark(note, screen)],
    screen,
  )
}

const toolLines = (profile: SessionProfile, screen: Screen, most: number | undefined): string[] => {
  const tools = Object.entries(profile.toolDistribution).toSorted(([, a], [, b]) => b - a)
  if (tools.length === 0) return []
  const shown = tools.slice(0, most).map(([tool, calls]) => ({
    tool,
    calls,
    rate: profile.toolSuccessRates[tool] ?? null,
  }))
  const cells = alignFigures(shown.map(({ rate }) => (rate === null ? '- all unknown' : rateText(rate))))
  const bar = bars(shown.map(({ calls }) => calls))
  const rows = shown.map(({ tool, calls, rate }, index) => [
    toPlainLine(tool),
    grouped(calls),
    bar[index] ?? '',
    cells[index] ?? '',
    countText(rate),
  ])
  const columns = [
    { title: 'tool', shrink: 'end' as const, least: 14 },
    { title: 'calls', align: 'right' as const },
    { title: '', drop: 1 },
    { title: 'success rate' },
    { title: 'n', align: 'right' as const },
  ]
  return renderSection('Tools', [...renderTable(columns, rows, screen), ...more(tools.length, most, screen)], screen)
}

const markerLines = (profile: SessionProfile, screen: Screen, most: number | undefined): string[] => {
  const markers = profile.contextMarkers
  if (markers.length === 0) return []
  const rows = markers.slice(0, most).map(({ kind, value, count }) => [kind, grouped(count), toPlainLine(value)])
  const columns = [
    { title: 'kind' },
    { title: 'count', align: 'right' as const },
    { title: 'what', shrink: 'end' as const },
  ]
  return renderSection(
    'What it is about',
    [...renderTable(columns, rows, screen), ...more(markers.length, most, screen)],
    screen,
  )
}

const recoveryLines = (profile: SessionProfile, screen: Screen, most: number | undefined): string[] => {
  const { recoveries } = profile
  if (recoveries.length === 0) return []
  const rows = recoveries
    .slice(0, most)
    .map(({ failed, worked, after }) => [
      toPlainLine(failed.subject === '' ? failed.message : failed.subject),
      grouped(after),
      toPlainLine(`${worked.tool} ${worked.subject}`),
      worked.call.slice(0, 12),
    ])
  const columns = [
    { title: 'failed', shrink: 'end' as const },
    { title: 'calls later', align: 'right' as const },
    { title: 'worked', shrink: 'end' as const },
    { title: 'call', drop: 1 },
  ]
  return renderSection(
    'Recoveries',
    [...renderTable(columns, rows, screen), ...more(recoveries.length, most, screen)],
    screen,
  )
}
