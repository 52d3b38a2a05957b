import type { Markish, PlotOptions } from '@observablehq/plot'
import type { PlotLibrary } from '../canvas.ts'
import type { Rate } from '../number-words.ts'
import { beyondMarks } from './beyond.ts'
import { domainOf, isCutAbove, type Span, spanOf, tickWords, Y_AXIS_PX } from './scale.ts'

interface PlaceRate {
  positions: string
  rate: Rate
}

export interface PositionSeries {
  bucket: string
  points: readonly PlaceRate[]
}

interface SeriesLook {
  color: string
  symbol: 'circle' | 'square' | 'triangle'
}

/** How sessions of each final length look: by colour, and by shape for readers who do not see colours. */
export const LENGTH_LOOKS: Record<string, SeriesLook> = {
  '0-50': { color: 'var(--first)', symbol: 'circle' },
  '51-100': { color: 'var(--second)', symbol: 'square' },
  '101+': { color: 'var(--third)', symbol: 'triangle' },
}

const PLAIN_LOOK: SeriesLook = { color: 'var(--muted)', symbol: 'circle' }

/** The error rate at the same position of short, middle and long sessions, side by side. */
export const positionsChart =
  (plot: PlotLibrary, spec: { positions: readonly string[]; series: readonly PositionSeries[] }) =>
  (width: number): PlotOptions => {
    const domain = domainOf(positionSpans(spec.series), 'rate')
    const isNarrow = width < 500
    return {
      width,
      height: isNarrow ? 280 : 340,
      marginLeft: Y_AXIS_PX,
      marginRight: 12,
      marginTop: 16,
      marginBottom: 46,
      x: { type: 'point', domain: [...spec.positions], padding: 0.5, label: null },
      y: { domain, label: null },
      marks: [
        plot.gridY({ ticks: 5, stroke: 'var(--line)', strokeOpacity: 1 }),
        plot.axisY({ ticks: 5, tickSize: 0, tickFormat: tickWords('rate'), label: null, fill: 'var(--muted)' }),
        plot.axisX({ tickSize: 0, label: null, fill: 'var(--muted)' }),
        plot.text(['place of the call in its session'], { frameAnchor: 'bottom', dy: 38, fill: 'var(--muted)' }),
        ...spec.series.flatMap((each, index) => {
          const dx = (index - (spec.series.length - 1) / 2) * (isNarrow ? 9 : 14)
          return seriesMarks(plot, each, { dx, domain })
        }),
      ],
    }
  }

/** The intervals of all series, which share one scale. */
export const positionSpans = (series: readonly PositionSeries[]): Span[] =>
  series.flatMap(({ points }) => points.map(({ rate }) => spanOf(rate)))

interface SeriesPlace {
  dx: number
  domain: readonly [number, number]
}

const seriesMarks = (plot: PlotLibrary, series: PositionSeries, { dx, domain }: SeriesPlace): Markish[] => {
  const { color, symbol } = LENGTH_LOOKS[series.bucket] ?? PLAIN_LOOK
  return [
    plot.line(series.points, {
      x: 'positions',
      y: (point: PlaceRate) => point.rate.rate,
      stroke: color,
      strokeOpacity: 0.35,
      strokeWidth: 1.5,
      dx,
    }),
    plot.ruleX(series.points, {
      x: 'positions',
      y1: (point: PlaceRate) => point.rate.low,
      y2: (point: PlaceRate) => Math.min(domain[1], point.rate.high),
      stroke: color,
      strokeOpacity: 0.6,
      strokeWidth: 2.5,
      strokeLinecap: 'round',
      dx,
    }),
    ...beyondMarks(
      plot,
      series.points
        .filter(({ rate }) => isCutAbove(spanOf(rate), domain))
        .map(({ positions }) => ({ x: positions, y: domain[1], towards: 'up' as const })),
      { stroke: color, dx },
    ),
    plot.dot(series.points, {
      x: 'positions',
      y: (point: PlaceRate) => point.rate.rate,
      symbol,
      r: 4.5,
      fill: color,
      stroke: 'var(--paper)',
      dx,
    }),
  ]
}
