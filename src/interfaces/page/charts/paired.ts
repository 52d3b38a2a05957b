import type { Markish, PlotOptions } from '@observablehq/plot'
import type { PlotLibrary } from '../canvas.ts'
import type { Rate } from '../number-words.ts'
import { beyondMarks } from './beyond.ts'
import { axis } from './forest.ts'
import { type Row, rowFrame, rowLayout, rowTexts } from './rows.ts'
import { domainOf, isCutAbove, type Span, spanOf } from './scale.ts'

export interface PairedRow extends Row {
  early: Rate
  late: Rate
}

/** Two shares per row with their intervals: hollow circle early, filled diamond late. */
export const paired =
  (plot: PlotLibrary, rows: readonly PairedRow[]) =>
  (width: number): PlotOptions => {
    const layout = rowLayout(rows, width, { rowPx: 44, liftPx: 20 })
    const domain = domainOf(pairedSpans(rows), 'rate')
    return {
      ...rowFrame(layout, width),
      x: { domain, label: null },
      marks: [
        ...axis(plot, { measure: 'rate', domain, axis: 'errors of all calls with a known outcome' }, width),
        ...series(plot, rows, { name: 'early', domain, places: layout.places }),
        ...series(plot, rows, { name: 'late', domain, places: layout.places }),
        ...rowTexts(plot, rows, layout),
      ],
    }
  }

/** The intervals of all rows, which share one scale. */
export const pairedSpans = (rows: readonly PairedRow[]): Span[] =>
  rows.flatMap(({ early, late }) => [spanOf(early), spanOf(late)])

interface SeriesSpec {
  name: 'early' | 'late'
  domain: readonly [number, number]
  places: readonly string[]
}

const series = (plot: PlotLibrary, rows: readonly PairedRow[], { name, domain, places }: SeriesSpec): Markish[] => {
  const y = (_: PairedRow, index: number) => places[index]
  const dy = name === 'early' ? -6 : 6
  const color = name === 'early' ? 'var(--muted)' : 'var(--accent)'
  return [
    plot.ruleY(rows, {
      x1: (row: PairedRow) => row[name].low,
      x2: (row: PairedRow) => Math.min(domain[1], row[name].high),
      y,
      dy,
      stroke: color,
      strokeOpacity: 0.55,
      strokeWidth: 3,
      strokeLinecap: 'round',
    }),
    ...beyondMarks(
      plot,
      rows.flatMap((row, index) =>
        isCutAbove(spanOf(row[name]), domain) ? [{ x: domain[1], y: places[index], towards: 'right' as const }] : [],
      ),
      { stroke: color, dy },
    ),
    plot.dot(rows, {
      x: (row: PairedRow) => row[name].rate,
      y,
      dy,
      r: 5,
      symbol: name === 'early' ? 'circle' : 'diamond',
      fill: name === 'early' ? 'var(--paper)' : color,
      stroke: name === 'early' ? color : 'var(--paper)',
      strokeWidth: name === 'early' ? 2 : 1.5,
    }),
  ]
}
