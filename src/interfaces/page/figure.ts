import type { PlotOptions } from '@observablehq/plot'
import type { Canvas } from './canvas.ts'
import { type Html, html } from './markup.ts'

/** The widths in pixels at which every chart is drawn: of the column of text, and of a narrow phone without margins. */
const WIDTHS = { wide: 704, narrow: 328 }

export interface FigureSpec {
  id: string
  title: string
  /** One sentence that says what the chart shows, with the numbers. Seen above the chart, and read out in its place. */
  description: string
  /** How to draw it in this many pixels; undefined when there is nothing to draw, and then `absent` says why. */
  chart: ((width: number) => PlotOptions) | undefined
  absent: string
  legend?: Html | undefined
  /** What is left out of the chart and why. */
  omitted?: string | undefined
  table: Html | undefined
}

/** A chart with its sentence, and its numbers as a table behind it. Never an empty box: without a chart it says why. */
export const figure = (canvas: Canvas, spec: FigureSpec): Html =>
  html`<figure id="${spec.id}" aria-labelledby="${spec.id}-name">
<h3 id="${spec.id}-name">${spec.title}</h3>
<p>${spec.description}</p>
${spec.chart === undefined ? html`<p class="absent">${sentence(spec.absent)}</p>` : picture(canvas, spec, spec.chart)}
${spec.omitted !== undefined && html`<p class="note">${spec.omitted}</p>`}
${spec.table !== undefined && html`<details><summary>The numbers behind it<span class="unseen">: ${spec.title}</span></summary>${spec.table}</details>`}
</figure>`

/** Drawn twice, for wide and for narrow pages; the style shows one of them, also to a screen reader. */
const picture = (canvas: Canvas, spec: FigureSpec, chart: (width: number) => PlotOptions): Html => {
  const { id, title, description } = spec
  const at = (className: 'wide' | 'narrow'): Html =>
    canvas.draw(chart(WIDTHS[className]), { id: `${id}-${className}`, title, description, className })
  return html`${spec.legend}<div class="scroll" tabindex="0" role="group" aria-label="Chart: ${title}">${at('wide')}${at('narrow')}</div>`
}

/** Reasons are written as parts of sentences; standing alone they begin and end like one. */
const sentence = (text: string): string => {
  const start = text.charAt(0).toUpperCase() + text.slice(1)
  return /[.!?]$/.test(start) ? start : `${start}.`
}
