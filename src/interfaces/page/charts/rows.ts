import type { Markish } from '@observablehq/plot'
import type { PlotLibrary } from '../canvas.ts'
import { HALF_TICK_PX } from './scale.ts'
import { fitted, fittingStart, textPx } from './text-width.ts'

/** A row of a chart that reads like a table: a name, marks along a scale, figures. */
export interface Row {
  label: string
  figures: string
}

export interface RowLayout {
  labelsAbove: boolean
  height: number
  marginTop: number
  marginLeft: number
  marginRight: number
  /** The distance between a name above and its marks. */
  liftPx: number
  /** Names cut to fit, on one or several lines. */
  labels: string[]
  /** Unique names of rows for the scale, because labels may be equal. */
  places: string[]
}

export interface RowOptions {
  labelsAbove?: boolean
  rowPx?: number
  liftPx?: number
}

const LINE_PX = 15
/** Below this width names stand above their marks, because beside them no room would be left. */
const SIDE_BY_SIDE_PX = 560
/** Longer names beside their marks are cut; the whole name shows on hover. */
const LONGEST_LABEL_PX = 230
/** The gap between a name and what stands beside it. */
const GAP_PX = 14
/** Names above their marks may be sentences; the table holds what three lines do not. */
const MOST_LINES = 3
const [TOP_PX, BOTTOM_PX] = [26, 44]

/** Margins and heights for rows: names and figures stand beside the marks if there is room, else above them. */
export const rowLayout = (rows: readonly Row[], width: number, options: RowOptions = {}): RowLayout => {
  const labelsAbove = options.labelsAbove === true || width < SIDE_BY_SIDE_PX
  const figuresPx = Math.max(0, ...rows.map((row) => textPx(row.figures)))
  const labels = rows.map(({ label }) =>
    labelsAbove ? wrapped(label, width - figuresPx - GAP_PX, MOST_LINES) : fitted(label, LONGEST_LABEL_PX),
  )
  const labelsPx = Math.max(0, ...labels.map(textPx))
  const lines = Math.max(1, ...labels.map((label) => label.split('\n').length))
  const extraPx = labelsAbove ? lines * LINE_PX + 1 : 0
  const extraLinesPx = labelsAbove ? (lines - 1) * LINE_PX : 0
  return {
    labelsAbove,
    height: rows.length * ((options.rowPx ?? 34) + extraPx) + TOP_PX + BOTTOM_PX + extraLinesPx / 2,
    // Names grow upwards from their marks, which stand in the middle of the row.
    marginTop: TOP_PX + extraLinesPx / 2,
    marginLeft: labelsAbove ? HALF_TICK_PX : labelsPx + HALF_TICK_PX,
    marginRight: labelsAbove ? HALF_TICK_PX : figuresPx + HALF_TICK_PX,
    liftPx: options.liftPx ?? 9,
    labels,
    places: rows.map((_, index) => String(index)),
  }
}

/** Breaks a text into at most `lines` lines of this width, between words if possible, and marks a cut. */
export const wrapped = (text: string, widthPx: number, lines: number): string => {
  const done: string[] = []
  let rest = text
  while (textPx(rest) > widthPx && done.length < lines - 1) {
    const most = fittingStart(rest, widthPx)
    const blank = rest.lastIndexOf(' ', most.length)
    const end = blank > most.length / 2 ? blank : most.length
    done.push(rest.slice(0, end))
    rest = rest.slice(end).trimStart()
  }
  return [...done, fitted(rest, widthPx)].join('\n')
}

/** The options that every chart of rows shares. */
export const rowFrame = (layout: RowLayout, width: number) => ({
  width,
  height: layout.height,
  marginTop: layout.marginTop,
  marginBottom: BOTTOM_PX,
  marginLeft: layout.marginLeft,
  marginRight: layout.marginRight,
  y: { type: 'point' as const, domain: layout.places, padding: 0.5, axis: null },
})

/** The names and figures of rows as text. */
export const rowTexts = (plot: PlotLibrary, rows: readonly Row[], layout: RowLayout): Markish[] => {
  const shared = {
    y: (_: Row, index: number) => layout.places[index],
    lineAnchor: layout.labelsAbove ? ('bottom' as const) : ('middle' as const),
    lineHeight: 1.2,
    dy: layout.labelsAbove ? -layout.liftPx : 0,
    // The halo keeps grid lines from crossing words.
    stroke: 'var(--paper)',
    strokeWidth: 5,
  }
  return [
    plot.text(rows, {
      ...shared,
      text: (_: Row, index: number) => layout.labels[index],
      title: 'label',
      fill: 'var(--ink)',
      frameAnchor: 'left',
      textAnchor: 'start',
      dx: -layout.marginLeft,
    }),
    plot.text(rows, {
      ...shared,
      text: 'figures',
      fill: 'var(--muted)',
      frameAnchor: 'right',
      textAnchor: layout.labelsAbove ? 'end' : 'start',
      dx: HALF_TICK_PX,
      fontVariant: 'tabular-nums',
    }),
  ]
}
