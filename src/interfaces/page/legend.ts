import { type Html, html } from './markup.ts'

type Shape = 'circle' | 'square' | 'triangle' | 'diamond' | 'bar' | 'dash'

export interface LegendItem {
  label: string
  shape: Shape
  fill: string
  stroke?: string
}

const PATHS: Record<Exclude<Shape, 'circle'>, string> = {
  square: 'M3 3h8v8H3z',
  triangle: 'M7 2l5.4 9.6H1.6z',
  diamond: 'M7 1l4.4 6L7 13 2.6 7z',
  bar: 'M2 2h10v10H2z',
  dash: 'M7 0v5M7 8v5',
}

/** Explains shapes and colours in words beside small samples. */
export const legend = (items: readonly LegendItem[]): Html =>
  html`<ul class="legend">${items.map((item) => html`<li>${sample(item)}${item.label}</li>`)}</ul>`

const sample = ({ shape, fill, stroke = 'none' }: LegendItem): Html => {
  const mark =
    shape === 'circle'
      ? html`<circle cx="7" cy="7" r="4.5" fill="${fill}" stroke="${stroke}" stroke-width="2"/>`
      : html`<path d="${PATHS[shape]}" fill="${fill}" stroke="${stroke}" stroke-width="1.6"/>`
  return html`<svg class="sample" width="14" height="14" viewBox="0 0 14 14" aria-hidden="true" focusable="false">${mark}</svg>`
}
