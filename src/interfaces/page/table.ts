import { type Html, html } from './markup.ts'

export interface TableColumn {
  title: string
  align?: 'right'
}

export type Cell = Html | string

/** A table in a scrolling container, so that a wide table never makes the page scroll sideways. */
export const scrollingTable = (caption: string, columns: readonly TableColumn[], rows: readonly Cell[][]): Html =>
  html`<div class="scroll" tabindex="0" role="group" aria-label="Table: ${caption}">${tableOf(caption, columns, rows)}</div>`

/**
 * A table whose rows become blocks on a narrow screen. It names its roles, because a browser drops them when the
 * layout changes.
 */
export const stackingTable = (caption: string, columns: readonly TableColumn[], rows: readonly Cell[][]): Html =>
  html`<table class="stacking" role="table"><caption class="unseen">${caption}</caption>
<thead role="rowgroup"><tr role="row">${columns.map((column) => html`<th scope="col" role="columnheader"${alignment(column)}>${column.title}</th>`)}</tr></thead>
<tbody role="rowgroup">${rows.map(
    (row) =>
      html`<tr role="row">${row.map((cell, index) => html`<td role="cell" data-label="${columns[index]?.title ?? ''}"${alignment(columns[index])}>${cell}</td>`)}</tr>\n`,
  )}</tbody></table>`

const tableOf = (caption: string, columns: readonly TableColumn[], rows: readonly Cell[][]): Html =>
  html`<table><caption class="unseen">${caption}</caption>
<thead><tr>${columns.map((column) => html`<th scope="col"${alignment(column)}>${column.title}</th>`)}</tr></thead>
<tbody>${rows.map((row) => html`<tr>${row.map((cell, index) => cellOf(cell, index, columns[index]))}</tr>\n`)}</tbody></table>`

/** The first cell names its row. */
const cellOf = (cell: Cell, index: number, column: TableColumn | undefined): Html =>
  index === 0 ? html`<th scope="row">${cell}</th>` : html`<td${alignment(column)}>${cell}</td>`

const alignment = (column: TableColumn | undefined): Html => (column?.align === 'right' ? html` class="right"` : html``)
