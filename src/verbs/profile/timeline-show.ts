import type { SessionProfile } from '../../schema/listing/session-profile.ts'
import { toPlainLine, renderRemark, type Screen, renderSection, renderTable } from '../../interfaces/cli/section.ts'
import { outcomeMark } from '../calls/outcome-show.ts'
import { grouped } from '../../lib/number-text.ts'
import { subjectText } from '../calls/subject-show.ts'

type Call = SessionProfile['timeline'][number]
type Compaction = SessionProfile['compactions'][number]

const MARKS = { agent: 'A', environment: 'E', user: 'U', expected: 'X', 'not-run': 'N' } as const
const COMPACTED = '|'
const LEGEND =
  '. ok; error by A agent, E environment, U user, X expected, N not run; ? unknown; | compaction. Trivial tools are included. --timeline lists the calls.'

/** Prints the calls of a session, one character each, every conversation separately. */
export const timelineLines = (profile: SessionProfile, screen: Screen): string[] => {
  if (profile.timeline.length === 0) return []
  const lines: string[] = []
  for (const [agent, calls] of conversations(profile.timeline)) {
    if (agent !== null) lines.push(`sub-agent ${toPlainLine(agent)}`.slice(0, screen.width))
    lines.push(
      ...rowsOf(
        calls,
        profile.compactions.filter((compaction) => compaction.agent === agent),
        screen,
      ),
    )
  }
  return renderSection('Timeline', [...lines, ...renderRemark(LEGEND, screen)], screen)
}

const conversations = (calls: readonly Call[]): Map<string | null, Call[]> => Map.groupBy(calls, (call) => call.agent)

/** Each line begins with the position of its first call. */
const rowsOf = (calls: readonly Call[], compactions: readonly Compaction[], { width, colors }: Screen): string[] => {
  const last = calls.at(-1)?.position ?? 0
  const digits = String(last).length
  const pending = compactions.map(({ afterCall }) => afterCall).toSorted((a, b) => a - b)
  const marks: { text: string; position: number }[] = []
  for (const call of calls) {
    while ((pending[0] ?? Number.POSITIVE_INFINITY) < call.position) {
      pending.shift()
      marks.push({ text: colors.cyan(COMPACTED), position: call.position })
    }
    marks.push({ text: markOf(call, colors), position: call.position })
  }
  for (const _ of pending) marks.push({ text: colors.cyan(COMPACTED), position: last })
  const perLine = Math.max(10, Math.floor((width - digits - 2) / 10) * 10)
  const lines: string[] = []
  for (let at = 0; at < marks.length; at += perLine) {
    const row = marks.slice(at, at + perLine)
    lines.push(
      `${colors.dim(String(row[0]?.position ?? '').padStart(digits))}  ${row.map((mark) => mark.text).join('')}`,
    )
  }
  return lines
}

const markOf = (call: Call, colors: Screen['colors']): string => {
  if (call.outcome === 'ok') return '.'
  if (call.outcome === 'unknown') return colors.yellow('?')
  return colors.red(call.cause === null ? 'A' : MARKS[call.cause])
}

/** Prints the same calls as a table. */
export const timelineTable = (profile: SessionProfile, screen: Screen): string[] => {
  if (profile.timeline.length === 0) return []
  const hasAgents = profile.timeline.some((call) => call.agent !== null)
  const rows = profile.timeline.map((call) => [
    String(call.position),
    call.id.slice(0, 12),
    ...(hasAgents ? [toPlainLine(call.agent ?? '')] : []),
    toPlainLine(call.tool),
    subjectText(toPlainLine(call.subject)),
    outcomeMark({ outcome: call.outcome, masked: false }, screen),
    call.cause ?? '',
    call.contextTokens === null ? '' : grouped(call.contextTokens),
  ])
  const columns = [
    { title: '#', align: 'right' as const },
    { title: 'call' },
    ...(hasAgents ? [{ title: 'agent', shrink: 'end' as const }] : []),
    { title: 'tool', shrink: 'end' as const },
    { title: 'about', shrink: 'by-kind' as const },
    { title: 'outcome' },
    { title: 'cause', drop: 1 },
    { title: 'context', align: 'right' as const, drop: 2 },
  ]
  return renderSection('Calls', renderTable(columns, rows, screen), screen)
}
