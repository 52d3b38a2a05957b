import type { Markish, PlotOptions } from '@observablehq/plot'
import type { PlotLibrary } from '../canvas.ts'
import { type BeyondPlace, beyondMarks } from './beyond.ts'
import { type Row, rowFrame, rowLayout, rowTexts } from './rows.ts'
import { domainOf, isCutAbove, isCutBelow, type Measure, type Span, tickWords } from './scale.ts'

export interface ForestRow extends Row, Span {}

export interface ForestSpec {
  rows: readonly ForestRow[]
  measure: Measure
  axis: string
  /** A value for comparison, drawn as a dashed line. */
  reference?: { value: number; label: string } | undefined
  /** Sets names above their marks, for names that are sentences. */
  labelsAbove?: boolean
}

/** A forest plot: a point and its 95 % interval per row. An interval that leaves the scale ends in an arrow. */
export const forest =
  (plot: PlotLibrary, spec: ForestSpec) =>
  (width: number): PlotOptions => {
    const { rows, measure } = spec
    const layout = rowLayout(rows, width, { labelsAbove: spec.labelsAbove === true })
    const domain = domainOf(rows, measure)
    const within = (value: number): number => Math.min(domain[1], Math.max(domain[0], value))
    const y = (_: ForestRow, index: number) => layout.places[index]
    return {
      ...rowFrame(layout, width),
      x: { domain, label: null },
      marks: [
        ...axis(plot, { ...spec, domain }, width),
        plot.ruleY(rows, {
          x1: (row: ForestRow) => within(row.low),
          x2: (row: ForestRow) => within(row.high),
          y,
          stroke: 'var(--accent)',
          strokeOpacity: 0.55,
          strokeWidth: 3,
          strokeLinecap: 'round',
        }),
        ...beyondMarks(plot, beyond(rows, domain, layout.places), { stroke: 'var(--accent)' }),
        plot.dot(rows, { x: 'value', y, r: 5, fill: 'var(--accent)', stroke: 'var(--paper)', strokeWidth: 1.5 }),
        ...rowTexts(plot, rows, layout),
      ],
    }
  }

/** Words at either end of a scale grow towards the middle, so that they stay inside the chart. */
export const anchorAt = (value: number, [least, most]: readonly [number, number]): 'start' | 'middle' | 'end' => {
  const place = (value - least) / (most - least)
  if (place < 0.25) return 'start'
  return place > 0.75 ? 'end' : 'middle'
}

/** Ticks, grid, the line for comparison and the words below. */
export const axis = (
  plot: PlotLibrary,
  spec: Pick<ForestSpec, 'measure' | 'axis' | 'reference'> & { domain: readonly [number, number] },
  width: number,
): Markish[] => {
  const ticks = width < 500 ? 4 : 5
  const zero = spec.measure === 'difference' ? 0 : undefined
  return [
    plot.gridX({ ticks, stroke: 'var(--line)', strokeOpacity: 1 }),
    plot.axisX({ ticks, tickSize: 0, tickFormat: tickWords(spec.measure), label: null, fill: 'var(--muted)' }),
    plot.text([spec.axis], { frameAnchor: 'bottom', dy: 38, text: (words: string) => words, fill: 'var(--muted)' }),
    zero === undefined ? null : plot.ruleX([zero], { stroke: 'var(--ink)', strokeOpacity: 0.6 }),
    spec.reference === undefined
      ? null
      : [
          plot.ruleX([spec.reference.value], { stroke: 'var(--muted)', strokeDasharray: '3 4' }),
          plot.text([spec.reference], {
            x: 'value',
            frameAnchor: 'top',
            text: 'label',
            textAnchor: anchorAt(spec.reference.value, spec.domain),
            dy: -20,
            fill: 'var(--muted)',
          }),
        ],
  ]
}

const beyond = (rows: readonly ForestRow[], domain: readonly [number, number], places: readonly string[]) =>
  rows.flatMap((row, index): BeyondPlace[] => [
    ...(isCutAbove(row, domain) ? [{ x: domain[1], y: places[index], towards: 'right' as const }] : []),
    ...(isCutBelow(row, domain) ? [{ x: domain[0], y: places[index], towards: 'left' as const }] : []),
  ])
