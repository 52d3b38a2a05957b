import type { Markish } from '@observablehq/plot'
import type { PlotLibrary } from '../canvas.ts'

/** A line of a chart that is read like a table: a name, marks along a scale, figures. */
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
  /** How far above the marks names end, where they stand above. */
  liftPx: number
  /** Names as they fit, on one or several lines. */
  labels: string[]
  /** Names of rows for the scale: labels may be equal, places never are. */
  places: string[]
}

export interface RowOptions {
  labelsAbove?: boolean
  rowPx?: number
  liftPx?: number
}

/** Mean width of a character at the size of the charts' text, generous: better cut than run into the next column. */
const CHARACTER_PX = 7
const LINE_PX = 15
const FIGURES_PX = 148
/** Below this width names stand above their marks, or nothing would be left for the marks. */
const SIDE_BY_SIDE_PX = 560
const LONGEST_LABEL_CHARS = 30
/** Names above their marks are sentences at times; what three lines do not hold is in the table. */
const MOST_LINES = 3
/** Half the width of a tick's words, which may stand at the very end of the scale. */
const SIDE_PX = 18
const [TOP_PX, BOTTOM_PX] = [26, 44]

/** Margins and heights for rows: names and figures beside the marks where there is room, above them where there is none. */
export const rowLayout = (rows: readonly Row[], width: number, options: RowOptions = {}): RowLayout => {
  const labelsAbove = options.labelsAbove === true || width < SIDE_BY_SIDE_PX
  const longest = Math.min(LONGEST_LABEL_CHARS, Math.max(0, ...rows.map((row) => row.label.length)))
  const longestFigures = Math.max(0, ...rows.map((row) => row.figures.length))
  const aboveChars = Math.floor(width / CHARACTER_PX) - longestFigures - 1
  const labels = rows.map(({ label }) =>
    labelsAbove ? wrapped(label, aboveChars, MOST_LINES) : wrapped(label, LONGEST_LABEL_CHARS, 1),
  )
  const lines = Math.max(1, ...labels.map((label) => label.split('\n').length))
  const extraPx = labelsAbove ? lines * LINE_PX + 1 : 0
  const extraLinesPx = labelsAbove ? (lines - 1) * LINE_PX : 0
  return {
    labelsAbove,
    height: rows.length * ((options.rowPx ?? 34) + extraPx) + TOP_PX + BOTTOM_PX + extraLinesPx / 2,
    // Names grow upwards from their marks, which stand in the middle of their row.
    marginTop: TOP_PX + extraLinesPx / 2,
    marginLeft: labelsAbove ? SIDE_PX : Math.max(60, longest * CHARACTER_PX + 20),
    marginRight: labelsAbove ? SIDE_PX : FIGURES_PX,
    liftPx: options.liftPx ?? 9,
    labels,
    places: rows.map((_, index) => String(index)),
  }
}

/** A text on at most so many lines, broken between words where there are any, its cut marked. */
export const wrapped = (text: string, chars: number, lines: number): string => {
  const done: string[] = []
  let rest = text
  while (rest.length > chars && done.length < lines - 1) {
    const blank = rest.lastIndexOf(' ', chars)
    const end = blank > chars / 2 ? blank : chars
    done.push(rest.slice(0, end))
    rest = rest.slice(end).trimStart()
  }
  return [...done, rest.length > chars ? `${rest.slice(0, chars - 1)}…` : rest].join('\n')
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
    // The halo keeps lines of the grid from crossing words.
    stroke: 'var(--paper)',
    strokeWidth: 5,
  }
  return [
    plot.text(rows, {
      ...shared,
      text: (_: Row, index: number) => layout.labels[index],
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
      dx: SIDE_PX,
      fontVariant: 'tabular-nums',
    }),
  ]
}
