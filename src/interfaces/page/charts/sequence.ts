import type { PlotOptions } from '@observablehq/plot'
import type { PlotLibrary } from '../canvas.ts'
import { tickWords, Y_AXIS_PX } from './scale.ts'

export interface SequencePoint {
  n: number
  estimate: number
  low: number
  high: number
}

/** How the peek-safe interval narrowed as units came in, with zero and margin for comparison. */
export const sequenceBand =
  (plot: PlotLibrary, { points, margin, unit }: { points: readonly SequencePoint[]; margin: number; unit: string }) =>
  (width: number): PlotOptions => {
    const settled = points.slice(Math.floor(points.length / 6))
    const ends = [...settled.flatMap(({ low, high }) => [low, high]), -margin, margin]
    const domain: [number, number] = [Math.max(-1, Math.min(...ends)), Math.max(...ends)]
    const within = (value: number): number => Math.min(domain[1], Math.max(domain[0], value))
    const last = points.slice(-1)
    return {
      width,
      height: 215,
      marginLeft: Y_AXIS_PX,
      marginRight: 14,
      marginBottom: 42,
      x: { label: null },
      y: { domain, label: null },
      marks: [
        plot.rectY([margin], {
          y1: (each: number) => -each,
          y2: (each: number) => each,
          fill: 'var(--muted)',
          fillOpacity: 0.13,
        }),
        plot.gridY({ ticks: 5, stroke: 'var(--line)', strokeOpacity: 1 }),
        plot.axisY({ ticks: 5, tickSize: 0, tickFormat: tickWords('difference'), label: null, fill: 'var(--muted)' }),
        plot.axisX({
          ticks: width < 500 ? 4 : 8,
          tickSize: 0,
          label: null,
          fill: 'var(--muted)',
          tickFormat: (n: number) => (Number.isInteger(n) ? String(n) : ''),
        }),
        plot.text([unit], { frameAnchor: 'bottom', dy: 36, text: (words: string) => words, fill: 'var(--muted)' }),
        plot.areaY(points, {
          x: 'n',
          y1: (point: SequencePoint) => within(point.low),
          y2: (point: SequencePoint) => within(point.high),
          fill: 'var(--accent)',
          fillOpacity: 0.2,
        }),
        plot.ruleY([0], { stroke: 'var(--ink)', strokeOpacity: 0.6 }),
        plot.lineY(points, {
          x: 'n',
          y: (point: SequencePoint) => within(point.estimate),
          stroke: 'var(--accent)',
          strokeWidth: 2,
        }),
        plot.dot(last, {
          x: 'n',
          y: 'estimate',
          r: 5,
          fill: 'var(--accent)',
          stroke: 'var(--paper)',
          strokeWidth: 1.5,
        }),
      ],
    }
  }
