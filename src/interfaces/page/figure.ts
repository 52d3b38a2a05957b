import type { PlotOptions } from '@observablehq/plot'
import type { Canvas } from './canvas.ts'
import { unbroken } from './number-words.ts'
import { type Html, html } from './markup.ts'
import { scrollsOn, WIDTHS } from './widths.ts'

export interface FigureSpec {
  id: string
  title: string
  /**
   * One sentence that says what the chart shows, with the numbers. It stands above the chart, and screen readers read
   * it instead of the chart.
   */
  description: string
  /** Draws the chart in this many pixels; undefined if there is nothing to draw, and then `absent` says why. */
  chart: ((width: number) => PlotOptions) | undefined
  absent: string
  legend?: Html | undefined
  /** How many intervals the scale cuts off; the chart marks them, and a note explains the mark. */
  cutIntervals?: number
  /** What the chart leaves out, and why. */
  omitted?: string | undefined
  table: Html | undefined
}

/**
 * A chart with its sentence, and its numbers in a table behind it. Without a chart it says why, and is never an empty
 * box.
 */
export const figure = (canvas: Canvas, spec: FigureSpec): Html =>
  html`<figure id="${spec.id}" aria-labelledby="${spec.id}-name">
<h3 id="${spec.id}-name">${spec.title}</h3>
<p>${unbroken(spec.description)}</p>
${spec.chart === undefined ? html`<p class="absent">${unbroken(sentence(spec.absent))}</p>` : picture(canvas, spec, spec.chart)}
${spec.chart !== undefined && cutNote(spec.cutIntervals ?? 0)}
${spec.omitted !== undefined && html`<p class="note">${unbroken(spec.omitted)}</p>`}
${spec.table !== undefined && html`<details><summary>The numbers behind it<span class="unseen">: ${spec.title}</span></summary>${spec.table}</details>`}
</figure>`

/**
 * The chart is drawn twice, for wide and for narrow pages; the style shows only one of them, also to a screen reader.
 */
const picture = (canvas: Canvas, spec: FigureSpec, chart: (width: number) => PlotOptions): Html => {
  const { id, title, description } = spec
  const [wide, narrow] = [chart(WIDTHS.wide), chart(WIDTHS.narrow)]
  const at = (className: 'wide' | 'narrow', options: PlotOptions): Html =>
    canvas.draw(options, { id: `${id}-${className}`, title, description, className })
  const scrolls = scrollsOn({ wide: wide.width ?? 0, narrow: narrow.width ?? 0 })
  return html`${spec.legend}${scrolls !== undefined && html`<p class="hint on-${scrolls}">Scroll the chart sideways to see all of it.</p>`}<div class="scroll" tabindex="0" role="group" aria-label="Chart: ${title}">${at('wide', wide)}${at('narrow', narrow)}</div>`
}

const cutNote = (count: number): Html | false => {
  if (count === 0) return false
  const what = count === 1 ? 'one interval goes' : `${count} intervals go`
  return html`<p class="note">${ARROWHEAD} An open arrowhead at the end of a line: ${what} on beyond the scale, which would else press all others together. The table has both ends.</p>`
}

const ARROWHEAD = html`<svg class="sample" width="9" height="11" viewBox="0 0 9 11" aria-hidden="true" focusable="false"><path d="M2 1.5l4.5 4-4.5 4" fill="none" stroke="currentColor" stroke-width="2"/></svg>`

/** Reasons are parts of sentences; alone, they need a capital and a full stop. */
const sentence = (text: string): string => {
  const start = text.charAt(0).toUpperCase() + text.slice(1)
  return /[.!?]$/.test(start) ? start : `${start}.`
}
