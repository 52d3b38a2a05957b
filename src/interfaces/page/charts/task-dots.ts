import type { PlotOptions } from '@observablehq/plot'
import type { PlotLibrary } from '../canvas.ts'
import { axis } from './forest.ts'
import { type Row, rowFrame, rowLayout, rowTexts } from './rows.ts'

/** A task with what two arms made of it, both in 0 to 1. */
export interface TaskDots extends Row {
  first: number
  second: number
}

/** A row per task: a hollow dot for the first arm, a filled one for the second, joined. */
export const taskDots =
  (plot: PlotLibrary, rows: readonly TaskDots[], words: string) =>
  (width: number): PlotOptions => {
    const layout = rowLayout(rows, width, { rowPx: 22 })
    const y = (_: TaskDots, index: number) => layout.places[index]
    const domain: [number, number] = [-0.04, 1.04]
    return {
      ...rowFrame(layout, width),
      x: { domain, label: null },
      marks: [
        ...axis(plot, { measure: 'rate', axis: words, domain }, width),
        plot.ruleY(rows, {
          x1: (row: TaskDots) => Math.min(row.first, row.second),
          x2: (row: TaskDots) => Math.max(row.first, row.second),
          y,
          stroke: 'var(--muted)',
          strokeOpacity: 0.6,
          strokeWidth: 2,
        }),
        plot.dot(rows, { x: 'first', y, r: 5, fill: 'var(--paper)', stroke: 'var(--muted)', strokeWidth: 2 }),
        // Above and smaller where both are the same, so that both are seen.
        plot.dot(rows, { x: 'second', y, r: 3.2, symbol: 'diamond', fill: 'var(--accent)', stroke: 'var(--accent)' }),
        ...rowTexts(plot, rows, layout),
      ],
    }
  }
