import type { Markish, PlotOptions } from '@observablehq/plot'
import type { HistoryProfile } from '../../../schema/listing/history-profile.ts'
import type { PlotLibrary } from '../canvas.ts'
import { grouped } from '../../../lib/number-text.ts'
import { type Rate } from '../number-words.ts'
import { scrollingWidth } from '../widths.ts'
import { beyondMarks } from './beyond.ts'
import { domainOf, isCutAbove, type Span, spanOf, tickWords, Y_AXIS_PX } from './scale.ts'

export type CauseName = keyof HistoryProfile['byCause']

/** From the baseline up: the agent's own errors stand at the baseline, where lengths compare best. */
export const CAUSES: readonly CauseName[] = ['agent', 'environment', 'user', 'expected', 'not-run']

export const CAUSE_COLORS: Record<CauseName, string> = {
  agent: 'var(--agent)',
  environment: 'var(--environment)',
  user: 'var(--user)',
  expected: 'var(--expected)',
  'not-run': 'var(--not-run)',
}

export interface MonthBar {
  month: string
  calls: number
  errorRate: Rate
  byCause: Record<CauseName, number>
}

/** A month without a bar, and the text in its place. */
export interface MonthGap {
  month: string
  calls: number
  words: string
}

export interface MonthsSpec {
  /** Every month shown, in order. */
  months: readonly string[]
  bars: readonly MonthBar[]
  gaps: readonly MonthGap[]
}

/** A month needs this much room for its name and number of calls; with more months the chart scrolls. */
const MONTH_PX = 42
const SIDES_PX = Y_AXIS_PX + 12

/**
 * Errors by cause over time. Bars are rates, because months differ in calls: the whole bar is the month's error rate,
 * and its parts are the causes.
 */
export const monthsChart =
  (plot: PlotLibrary, spec: MonthsSpec) =>
  (width: number): PlotOptions => {
    const { months, bars, gaps } = spec
    const domain = domainOf(monthSpans(bars), 'rate')
    return {
      width: scrollingWidth(width, months.length * MONTH_PX + SIDES_PX),
      height: 340,
      marginLeft: Y_AXIS_PX,
      marginRight: 12,
      marginTop: 16,
      marginBottom: 62,
      x: { type: 'band', domain: [...months], padding: 0.3, label: null },
      y: { domain, label: null },
      marks: [
        plot.gridY({ ticks: 5, stroke: 'var(--line)', strokeOpacity: 1 }),
        plot.axisY({ ticks: 5, tickSize: 0, tickFormat: tickWords('rate'), label: null, fill: 'var(--muted)' }),
        plot.axisX({ tickSize: 0, tickFormat: monthWords, label: null, fill: 'var(--muted)', lineHeight: 1.15 }),
        ...stacks(plot, bars, domain),
        plot.text(gaps, {
          x: 'month',
          frameAnchor: 'bottom',
          text: 'words',
          rotate: -90,
          textAnchor: 'start',
          dy: -8,
          fill: 'var(--muted)',
        }),
        plot.text([...bars, ...gaps], {
          x: 'month',
          frameAnchor: 'bottom',
          dy: 52,
          text: ({ calls }: { calls: number }) => short(calls),
          fill: 'var(--muted)',
        }),
      ],
    }
  }

/** The intervals of all bars, which share one scale. */
export const monthSpans = (bars: readonly MonthBar[]): Span[] => bars.map(({ errorRate }) => spanOf(errorRate))

const stacks = (plot: PlotLibrary, bars: readonly MonthBar[], domain: readonly [number, number]): Markish[] => {
  const parts = bars.flatMap(({ month, errorRate, byCause }) => {
    const errors = CAUSES.reduce((sum, cause) => sum + byCause[cause], 0)
    const present = CAUSES.filter((cause) => byCause[cause] > 0)
    return present.map((cause) => ({ month, cause, share: (errorRate.rate * byCause[cause]) / errors }))
  })
  return [
    plot.barY(parts, {
      x: 'month',
      y: 'share',
      fill: (part: (typeof parts)[number]) => CAUSE_COLORS[part.cause],
      order: [...CAUSES],
      z: 'cause',
      insetTop: 1,
    }),
    plot.ruleX(bars, {
      x: 'month',
      y1: (bar: MonthBar) => bar.errorRate.low,
      y2: (bar: MonthBar) => Math.min(domain[1], bar.errorRate.high),
      stroke: 'var(--ink)',
      strokeWidth: 1.5,
    }),
    ...beyondMarks(
      plot,
      bars
        .filter(({ errorRate }) => isCutAbove(spanOf(errorRate), domain))
        .map(({ month }) => ({ x: month, y: domain[1], towards: 'up' as const })),
      { stroke: 'var(--ink)' },
    ),
  ]
}

const NAMES = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** Writes 2026-03 as Mar over 2026; any other text stays. */
const monthWords = (month: string): string => {
  const name = NAMES[Number(month.slice(5, 7)) - 1]
  return name === undefined || !/^\d{4}-\d{2}$/.test(month) ? month : `${name}\n${month.slice(0, 4)}`
}

const short = (calls: number): string => (calls < 10_000 ? grouped(calls) : `${grouped(Math.round(calls / 1000))}k`)
