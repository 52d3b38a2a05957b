import type { Markish, PlotOptions } from '@observablehq/plot'
import type { PlotLibrary } from '../canvas.ts'
import { scrollingWidth } from '../widths.ts'
import { anchorAt } from './forest.ts'
import { HALF_TICK_PX } from './scale.ts'
import { fitted, textPx } from './text-width.ts'

export type Look = 'ok' | 'agent' | 'other' | 'unknown'

export interface TimelineDot {
  row: string
  position: number
  look: Look
  title: string
}

export interface TimelineSpec {
  rows: readonly string[]
  dots: readonly TimelineDot[]
  /** Calls of the main conversation before each compaction. */
  compactions: readonly number[]
  last: number
}

interface LookSpec {
  symbol: 'circle' | 'diamond' | 'triangle'
  r: number
  fill: string
  stroke: string
}

/** Shape, size and filling each tell the outcomes apart; colour is only an addition. Drawn in this order. */
export const LOOKS: Record<Look, LookSpec> = {
  ok: { symbol: 'circle', r: 2.5, fill: 'var(--ok)', stroke: 'none' },
  unknown: { symbol: 'triangle', r: 4, fill: 'var(--paper)', stroke: 'var(--muted)' },
  other: { symbol: 'diamond', r: 5, fill: 'var(--paper)', stroke: 'var(--environment)' },
  agent: { symbol: 'diamond', r: 5.5, fill: 'var(--agent)', stroke: 'var(--paper)' },
}

/** Longer names of tools are cut; the whole name shows on hover. */
const LONGEST_NAME_PX = { wide: 230, narrow: 150 }
const NAME_GAP_PX = 12
/** In a narrower chart the dots of a long session would overlap, so the chart scrolls instead. */
const LEAST_PX = 560
const ROW_PX = 30

/** The calls of a session in order, one row per tool, with compactions as vertical lines. */
export const timelineChart =
  (plot: PlotLibrary, spec: TimelineSpec) =>
  (width: number): PlotOptions => {
    const longestPx = width < LEAST_PX ? LONGEST_NAME_PX.narrow : LONGEST_NAME_PX.wide
    const names = spec.rows.map((row) => ({ row, name: fitted(row, longestPx) }))
    const domain: [number, number] = [0.5, Math.max(spec.last, 1) + 0.5]
    return {
      width: scrollingWidth(width, LEAST_PX),
      height: spec.rows.length * ROW_PX + 82,
      marginLeft: Math.max(...names.map(({ name }) => textPx(name))) + NAME_GAP_PX,
      marginRight: HALF_TICK_PX,
      marginTop: 30,
      marginBottom: 46,
      x: { domain, label: null },
      y: { type: 'point', domain: [...spec.rows], padding: 0.5, axis: null },
      marks: [
        plot.gridY({ stroke: 'var(--line)', strokeOpacity: 1 }),
        plot.text(names, {
          y: 'row',
          text: 'name',
          title: 'row',
          frameAnchor: 'left',
          textAnchor: 'end',
          dx: -NAME_GAP_PX,
          fill: 'var(--ink)',
        }),
        plot.axisX({ ticks: whole(spec.last), tickSize: 0, label: null, fill: 'var(--muted)', tickFormat: String }),
        plot.text(['place of the call in its conversation'], { frameAnchor: 'bottom', dy: 38, fill: 'var(--muted)' }),
        ...compactionMarks(plot, spec.compactions, domain),
        ...(Object.keys(LOOKS) as Look[]).map((look) =>
          plot.dot(
            spec.dots.filter((dot) => dot.look === look),
            { x: 'position', y: 'row', title: 'title', ...LOOKS[look] },
          ),
        ),
      ],
    }
  }

const compactionMarks = (
  plot: PlotLibrary,
  compactions: readonly number[],
  domain: readonly [number, number],
): Markish[] => [
  plot.ruleX(compactions, {
    x: (after: number) => after + 0.5,
    stroke: 'var(--ink)',
    strokeWidth: 1.5,
    strokeDasharray: '5 3',
  }),
  plot.text(compactions.slice(0, 1), {
    x: (after: number) => after + 0.5,
    frameAnchor: 'top',
    textAnchor: anchorAt((compactions[0] ?? 0) + 0.5, domain),
    dy: -20,
    text: () => (compactions.length > 1 ? 'compactions' : 'compaction'),
    fill: 'var(--ink)',
  }),
]

/** Ticks only at whole calls: there is no call 2.5. */
const whole = (last: number): number[] => {
  const step =
    [1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 5000].find((each) => last / each <= 8) ?? 10_000
  const ticks = [1]
  for (let tick = step; tick <= last; tick += step) if (tick > 1) ticks.push(tick)
  return ticks
}
