import type { SyncReport } from '../../operations/sync.ts'
import { type Column, table } from './table.ts'
import type { Terminal } from './terminal.ts'

const COLUMNS: Column[] = [
  { title: 'source', shrink: 'end' },
  { title: 'sessions', align: 'right' },
  { title: 'calls', align: 'right' },
  { title: 'ok', align: 'right' },
  { title: 'error', align: 'right' },
  { title: 'unknown', align: 'right' },
  { title: 'new', align: 'right' },
  { title: 'issues', align: 'right' },
]

/** What a sync found, as a table and a line on what could not be read. */
export const syncTable = (report: SyncReport, terminal: Terminal): string[] => {
  const { colors } = terminal
  if (report.sources.length === 0) {
    return [
      'No history found. `warmstart sources` shows where each agent keeps it; --path names another place.',
      ...troubles(report),
    ]
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
  const [heading = '', ...body] = table(COLUMNS, rows, terminal.width)
  const footer = `${grouped(totals.files)} files in ${duration(totals.ms)}`
  return [colors.dim(heading), ...body, '', colors.dim(footer), ...troubles(report)]
}

const troubles = (report: SyncReport): string[] => {
  const lines = report.unreadable.slice(0, 3).map((issue) => `could not read ${issue.path}: ${issue.message}`)
  if (report.totals.issues > 0 || report.unreadable.length > 0)
    lines.push('`warmstart doctor` says what could not be read, and why.')
  return lines
}

export const grouped = (count: number): string => count.toLocaleString('en-US')

const duration = (ms: number): string => (ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`)
