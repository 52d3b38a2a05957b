import { interval, percent, type Rate, reasonOf, unbroken } from './number-words.ts'
import { type Html, html } from './markup.ts'

export type KeyFigure =
  | { name: string; rate: Rate | null; reason: string | undefined }
  | { name: string; value: string; note?: string }

/** A few large numbers, each with the facts that a reader needs to trust it. */
export const keyFigures = (figures: readonly KeyFigure[]): Html =>
  html`<dl class="key-figures">${figures.map((each) => html`<div><dt>${each.name}</dt>${values(each)}</div>\n`)}</dl>`

const values = (figure: KeyFigure): Html => {
  if ('value' in figure) return html`<dd class="large">${figure.value}</dd><dd>${figure.note}</dd>`
  if (figure.rate === null) return html`<dd class="reason">${unbroken(reasonOf(figure.reason))}</dd>`
  return html`<dd class="large">${percent(figure.rate.rate)}</dd><dd>95\u00a0%: ${interval(figure.rate)}</dd>`
}
