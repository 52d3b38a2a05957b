import type { SyncReport } from './operation.ts'
import { type Column, layOutTable, wrap } from '../../interfaces/cli/table.ts'
import type { Terminal } from '../../interfaces/cli/terminal.ts'
import { counted, grouped } from '../../lib/number-text.ts'

const COLUMNS: Column[] = [
  { title: 'source', shrink: 'end', least: 11 },
  { title: 'sessions', align: 'right' },
  { title: 'calls', align: 'right' },
  // The calls that remain after subtracting the others, so this column goes first.
  { title: 'ok', align: 'right', drop: 3 },
  { title: 'error', align: 'right' },
  { title: 'unknown', align: 'right', drop: 1 },
  { title: 'new', align: 'right' },
  { title: 'issues', align: 'right', drop: 2 },
]

/** Prints what a sync found as a table, and a line about what could not be read. */
export const syncTable = (report: SyncReport, terminal: Terminal): string[] => {
  const { colors } = terminal
  if (report.sources.length === 0) {
    const text = 'No history found. `warmstart sources` shows where each agent keeps it; --path names another place.'
    return [...wrap(text, terminal.width), ...notReadLines(report, terminal.width), ...troubles(report, terminal.width)]
  }
  const sources = [...new Set(report.sources.map((line) => line.source))]
  const rows = sources.map((source) => {
    const lines = report.sources.filter((line) => line.source === source)
    const sum = (name: 'sessions' | 'calls' | 'ok' | 'error' | 'unknown' | 'newCalls' | 'issues') =>
      grouped(lines.reduce((total, line) => total + line[name], 0))
    return [
      source,
      sum('sessions'),
      sum('calls'),
      sum('ok'),
      sum('error'),
      sum('unknown'),
      sum('newCalls'),
      sum('issues'),
    ]
  })
  const { totals } = report
  if (rows.length > 1) {
    const numbers = [
      totals.sessions,
      totals.calls,
      totals.ok,
      totals.error,
      totals.unknown,
      totals.newCalls,
      totals.issues,
    ]
    rows.push(['all', ...numbers.map(grouped)])
  }
  const [heading = '', ...body] = layOutTable(COLUMNS, rows, terminal.width)
  const footer = `${counted(totals.files, 'file')} in ${duration(totals.ms)}`
  return [
    colors.dim(heading),
    ...body,
    '',
    colors.dim(footer),
    ...joinedLines(report, terminal.width),
    ...notReadLines(report, terminal.width),
    ...troubles(report, terminal.width),
  ]
}

/** Prints the lessons that sessions get from now on, because their project already has a yes. */
const joinedLines = ({ joined }: Pick<SyncReport, 'joined'>, width: number): string[] => {
  if (joined.length === 0) return []
  const more = joined.length - MOST_JOINED
  return [
    '',
    ...wrap(
      `${counted(joined.length, 'new lesson')} for new sessions; \`warmstart lessons refuse ID\` takes one out:`,
      width,
    ),
    ...joined.slice(0, MOST_JOINED).flatMap(({ id, text }) => wrap(`${id.slice(0, 8)} ${text}`, width, '  ')),
    ...(more > 0 ? [`  and ${more} more: warmstart lessons`] : []),
  ]
}

const MOST_JOINED = 10

/** Prints a line for each agent on this machine whose history is not read. */
export const notReadLines = ({ notRead }: Pick<SyncReport, 'notRead'>, width: number): string[] =>
  notRead.flatMap((agent) => wrap(describeNotRead(agent), width))

/** `Gemini CLI: 41 sessions found, not read yet`. */
export const describeNotRead = ({ title, sessions }: SyncReport['notRead'][number]): string =>
  `${title}: ${sessions === null ? '' : `${counted(sessions, 'session')} `}found, not read yet`

const troubles = (report: SyncReport, width: number): string[] => {
  const unknown = report.unreadable.filter(({ code }) => code === 'unknown-format')
  const closed = report.unreadable.filter(({ code }) => code !== 'unknown-format')
  const lines = [
    ...unknown
      .slice(0, SHOWN_UNKNOWN)
      .flatMap(({ path, message }) => [`not recognised: ${path}`, ...wrap(message, width, '  ')]),
    ...(unknown.length > SHOWN_UNKNOWN
      ? [`and ${counted(unknown.length - SHOWN_UNKNOWN, 'file')} more that were not recognised; --json lists them`]
      : []),
    ...closed
      .slice(0, SHOWN_CLOSED)
      .flatMap(({ code, path, message }) => [
        `${code === 'link-outside' ? 'did not follow' : 'could not read'} ${path}:`,
        ...wrap(message, width, '  '),
      ]),
  ]
  if (report.totals.issues > 0 || closed.length > 0)
    lines.push(...wrap('`warmstart doctor` says what could not be read, and why.', width))
  if (report.unowned > 0) lines.push(...wrap(unownedWords(report.unowned), width))
  return lines
}

const SHOWN_UNKNOWN = 20
const SHOWN_CLOSED = 3

const unownedWords = (count: number): string =>
  `${counted(count, 'chat session')} without a user ${count === 1 ? 'is' : 'are'} left out; \`warmstart owner\` shows how to claim ${count === 1 ? 'it' : 'them'}.`

const duration = (ms: number): string => (ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`)
