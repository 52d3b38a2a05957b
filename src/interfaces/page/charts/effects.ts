import type { PlotOptions } from '@observablehq/plot'
import type { PlotLibrary } from '../canvas.ts'
import { type BeyondPlace, beyondMarks } from './beyond.ts'
import { axis } from './forest.ts'
import { type Row, rowFrame, rowLayout, rowTexts } from './rows.ts'

/** An effect with its interval for a single look and its interval for looks at any time. */
export interface EffectRow extends Row {
  value: number
  fixed: { low: number; high: number } | null
  alwaysValid: { low: number; high: number } | null
}

/**
 * A point per row; the interval for a single look as a thick line, the one for looks at any time as a thin line; the
 * margin as a band.
 */
export const effects =
  (plot: PlotLibrary, { rows, margin, axis: words }: { rows: readonly EffectRow[]; margin: number; axis: string }) =>
  (width: number): PlotOptions => {
    const layout = rowLayout(rows, width)
    const domain = effectDomain(rows, margin)
    const within = (value: number): number => Math.min(domain[1], Math.max(domain[0], value))
    const place = (row: EffectRow): string => layout.places[rows.indexOf(row)] ?? ''
    const line = (name: 'fixed' | 'alwaysValid', strokeWidth: number, strokeOpacity: number) =>
      plot.ruleY(
        rows.filter((row) => row[name] !== null),
        {
          x1: (row: EffectRow) => within(row[name]?.low ?? 0),
          x2: (row: EffectRow) => within(row[name]?.high ?? 0),
          y: place,
          stroke: 'var(--accent)',
          strokeOpacity,
          strokeWidth,
          strokeLinecap: 'round',
        },
      )
    return {
      ...rowFrame(layout, width),
      x: { domain, label: null },
      marks: [
        plot.rectX([margin], {
          x1: (each: number) => -each,
          x2: (each: number) => each,
          fill: 'var(--muted)',
          fillOpacity: 0.13,
        }),
        ...axis(plot, { measure: 'difference', axis: words, domain }, width),
        line('alwaysValid', 1.5, 0.9),
        line('fixed', 6, 0.45),
        ...beyondMarks(plot, beyond(rows, domain, layout.places), { stroke: 'var(--accent)' }),
        plot.dot(rows, { x: 'value', y: place, r: 5, fill: 'var(--accent)', stroke: 'var(--paper)', strokeWidth: 1.5 }),
        ...rowTexts(plot, rows, layout),
      ],
    }
  }

/**
 * The scale holds zero, the margin and every point; intervals up to one and a half times the reach of the widest fixed
 * one.
 */
const effectDomain = (rows: readonly EffectRow[], margin: number): [number, number] => {
  const near = rows.flatMap(({ value, fixed }) => [value, fixed?.low ?? value, fixed?.high ?? value])
  const all = rows.flatMap(({ alwaysValid }) => (alwaysValid === null ? [] : [alwaysValid.low, alwaysValid.high]))
  const reach = 1.5 * Math.max(margin, ...near.map(Math.abs))
  const shown = [-margin, margin, ...near, ...all.map((end) => Math.min(reach, Math.max(-reach, end)))]
  const [least, most] = [Math.min(...shown), Math.max(...shown)]
  const room = 0.05 * (most - least)
  return [least - room, most + room]
}

const beyond = (rows: readonly EffectRow[], domain: readonly [number, number], places: readonly string[]) =>
  rows.flatMap(({ fixed, alwaysValid }, index): BeyondPlace[] => {
    const [low, high] = [
      Math.min(fixed?.low ?? 0, alwaysValid?.low ?? 0),
      Math.max(fixed?.high ?? 0, alwaysValid?.high ?? 0),
    ]
    return [
      ...(high > domain[1] ? [{ x: domain[1], y: places[index], towards: 'right' as const }] : []),
      ...(low < domain[0] ? [{ x: domain[0], y: places[index], towards: 'left' as const }] : []),
    ]
  })
