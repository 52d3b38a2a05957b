import type { HistoryProfile } from '../../../schema/listing/history-profile.ts'
import type { Canvas } from '../canvas.ts'
import {
  CAUSE_COLORS,
  CAUSES,
  type CauseName,
  type MonthBar,
  type MonthGap,
  monthSpans,
  monthsChart,
  type MonthsSpec,
} from '../charts/months.ts'
import { cutCount } from '../charts/scale.ts'
import { figure } from '../figure.ts'
import { grouped } from '../../../lib/number-text.ts'
import { counted, reasonOf, withInterval } from '../number-words.ts'
import { legend } from '../legend.ts'
import type { Html } from '../markup.ts'
import { scrollingTable } from '../table.ts'
import { omitted, rateCells } from './groups.ts'

export const CAUSE_WORDS: Record<CauseName, string> = {
  agent: 'the agent itself',
  environment: 'the environment',
  user: 'the user',
  expected: 'expected failures',
  'not-run': 'calls that never ran',
}

/** Two years of bars; the table has older months. */
const MOST_MONTHS = 24

/** Errors by cause, month by month. */
export const byMonth = (canvas: Canvas, history: HistoryProfile): Html => {
  const months = history.byMonth.toSorted((a, b) => (a.month < b.month ? -1 : 1))
  const spec = monthsSpec(months)
  const { bars } = spec
  const present = CAUSES.filter((cause) => bars.some((bar) => bar.byCause[cause] > 0))
  return figure(canvas, {
    id: 'by-month',
    title: 'Errors by cause, month by month',
    description: sentence(bars),
    chart: bars.length === 0 ? undefined : monthsChart(canvas.plot, spec),
    cutIntervals: cutCount(monthSpans(bars), 'rate'),
    absent: months.length === 0 ? 'no call has a recorded time' : reasonOf(months[0]?.reason),
    legend: legend(present.map((cause) => ({ label: CAUSE_WORDS[cause], shape: 'bar', fill: CAUSE_COLORS[cause] }))),
    omitted: bars.length === 0 ? undefined : note(months, spec.months),
    table: months.length === 0 ? undefined : tableOf(months),
  })
}

/** The newest calendar months, including those without calls, so that gaps in time stay visible. */
export const monthsSpec = (known: HistoryProfile['byMonth']): MonthsSpec => {
  const months = calendar(known.map(({ month }) => month)).slice(-MOST_MONTHS)
  const found = months.map((month) => ({ month, entry: known.find((each) => each.month === month) }))
  return {
    months,
    bars: found.flatMap(({ entry }): MonthBar[] =>
      entry === undefined || entry.errorRate === null ? [] : [{ ...entry, errorRate: entry.errorRate }],
    ),
    gaps: found.flatMap(({ month, entry }): MonthGap[] => {
      if (entry === undefined || entry.calls === 0) return [{ month, calls: 0, words: 'no calls' }]
      return entry.errorRate === null ? [{ month, calls: entry.calls, words: 'no rate, see below' }] : []
    }),
  }
}

/** All calendar months from the first to the last of these; if too many, only the newest. */
const calendar = (sorted: readonly string[]): string[] => {
  const [first, last] = [sorted[0], sorted.at(-1)]
  if (first === undefined || last === undefined || !sorted.every((month) => /^\d{4}-\d{2}$/.test(month)))
    return [...sorted]
  const months: string[] = []
  const [year, month] = [Number(last.slice(0, 4)), Number(last.slice(5, 7))]
  for (let back = 0; back < MOST_MONTHS; back++) {
    const name = new Date(Date.UTC(year, month - 1 - back, 1)).toISOString().slice(0, 7)
    if (name < first) break
    months.unshift(name)
  }
  return months
}

const sentence = (bars: readonly MonthBar[]): string => {
  const how =
    'Each bar is the error rate of a month, parted by cause from the agent upwards; the thin line is its 95\u00a0% interval, the number below it its calls.'
  const [first, last] = [bars[0], bars.at(-1)]
  if (first === undefined || last === undefined) return 'The error rate of each month (UTC), parted by cause.'
  if (first === last) return `${first.month}: ${withInterval(first.errorRate)}. ${how}`
  return `From ${withInterval(first.errorRate)} in ${first.month} to ${withInterval(last.errorRate)} in ${last.month}. ${how}`
}

const note = (known: HistoryProfile['byMonth'], shown: readonly string[]): string | undefined => {
  const older = known.filter(({ month }) => !shown.includes(month)).length
  const missing = known.filter(
    ({ month, calls, errorRate }) => shown.includes(month) && calls > 0 && errorRate === null,
  )
  const notes = [
    older > 0 ? `Older ones are only in the table: ${counted(older, 'month')}.` : undefined,
    omitted(missing.map(({ month, reason }) => ({ name: month, reason }))),
  ]
  return notes.filter((each) => each !== undefined).join(' ') || undefined
}

const tableOf = (months: HistoryProfile['byMonth']): Html =>
  scrollingTable(
    'Errors by cause and month',
    [
      { title: 'Month' },
      { title: 'Calls', align: 'right' },
      { title: 'Error rate', align: 'right' },
      { title: '95\u00a0% interval', align: 'right' },
      { title: 'Rests on', align: 'right' },
      ...CAUSES.map((cause) => ({ title: cause, align: 'right' as const })),
    ],
    months.map((month) => [
      month.month,
      grouped(month.calls),
      ...rateCells(month.errorRate, month.reason),
      ...CAUSES.map((cause) => grouped(month.byCause[cause])),
    ]),
  )
