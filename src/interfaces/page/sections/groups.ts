import type { HistoryProfile } from '../../../schema/listing/history-profile.ts'
import type { ForestRow } from '../charts/forest.ts'
import { spanFigures } from '../charts/scale.ts'
import { grouped } from '../../../lib/number-text.ts'
import {
  counted,
  type Estimate,
  interval,
  percent,
  pointsWithInterval,
  type Rate,
  reasonOf,
  unbroken,
} from '../number-words.ts'
import { type Html, html } from '../markup.ts'
import { type Cell, scrollingTable } from '../table.ts'

type Group = Omit<HistoryProfile['byKind'][number], 'kind'>

/** A group of calls with a name for display. */
export interface NamedGroup extends Group {
  name: string
}

/** A reader does not go through a longer table; `warmstart profile --json` has every row. */
const MOST_ROWS = 40

/** A table of groups: sessions, calls and rates. */
export const groupTable = (caption: string, first: string, groups: readonly NamedGroup[]): Html => {
  const shown = groups.slice(0, MOST_ROWS)
  const rest = groups.length - shown.length
  return html`${scrollingTable(
    caption,
    [
      { title: first },
      { title: 'Sessions', align: 'right' },
      { title: 'Calls', align: 'right' },
      { title: 'Error rate', align: 'right' },
      { title: '95\u00a0% interval', align: 'right' },
      { title: 'Rests on', align: 'right' },
      { title: 'Caused by the agent', align: 'right' },
    ],
    shown.map((group) => [
      html`<bdi>${group.name}</bdi>`,
      grouped(group.sessions),
      grouped(group.calls),
      ...rateCells(group.errorRate, group.reason),
      group.agentErrorRate === null ? reasonCell(group.reason) : percent(group.agentErrorRate.rate),
    ]),
  )}${rest > 0 && html`<p class="note">${grouped(rest)} more with fewer calls are left out.</p>`}`
}

/** A rate as three cells: value, interval, n. For a missing rate, the first cell says why. */
export const rateCells = (rate: Rate | null, reason: string | undefined): Cell[] =>
  rate === null ? [reasonCell(reason), '–', '–'] : [percent(rate.rate), interval(rate), grouped(rate.n)]

/** A difference as a cell, or the reason for its absence. */
export const estimateCell = (estimate: Estimate | null, reason: string | undefined): Cell =>
  estimate === null ? reasonCell(reason) : pointsWithInterval(estimate)

export const reasonCell = (reason: string | undefined): Html =>
  html`<span class="reason">${unbroken(reasonOf(reason))}</span>`

/** The groups whose error rate can be drawn. */
export const forestRows = (groups: readonly NamedGroup[]): ForestRow[] =>
  groups.flatMap((group) => (group.errorRate === null ? [] : [forestRow(group.name, group.errorRate)]))

export const forestRow = (label: string, rate: Rate): ForestRow => ({
  label,
  figures: spanFigures(rate.rate, rate.n, 'rate'),
  value: rate.rate,
  low: rate.low,
  high: rate.high,
})

/** With fewer calls a rate is mostly chance, and the text should not name it. */
const LEAST_CALLS_NAMED = 20

interface Named {
  name: string
  rate: Rate | null
}

/** The highest and the lowest rate among rows with enough calls; undefined if no two can be told apart. */
export const extremes = (
  rows: readonly Named[],
): Record<'most' | 'least', { name: string; rate: Rate }> | undefined => {
  const sorted = rows
    .flatMap(({ name, rate }) => (rate === null || rate.n < LEAST_CALLS_NAMED ? [] : [{ name, rate }]))
    .toSorted((a, b) => b.rate.n - a.rate.n)
  const [most, least] = [byRate(sorted, -1)[0], byRate(sorted, 1)[0]]
  if (most === undefined || least === undefined || most.rate.rate === least.rate.rate) return undefined
  return { most, least }
}

/** Sorting keeps the order of equal rates, so the row with the most calls is named. */
const byRate = <Row extends { rate: Rate }>(rows: readonly Row[], sign: 1 | -1): Row[] =>
  rows.toSorted((a, b) => sign * (a.rate.rate - b.rate.rate))

/** At most this many names of left-out rows are listed. */
const MOST_NAMES = 5

/** Says which rows could not be drawn and why; undefined if all were drawn. */
export const omitted = (rows: readonly { name: string; reason: string | undefined }[]): string | undefined => {
  if (rows.length === 0) return undefined
  const told = rows.slice(0, MOST_NAMES).map(({ name, reason }) => `${name} (${reasonOf(reason)})`)
  const rest = rows.length - told.length
  return `Not drawn: ${told.join('; ')}${rest > 0 ? `; and ${counted(rest, 'other')}` : ''}.`
}

/** The rows without a rate, for `omitted`. */
export const withoutRate = (groups: readonly NamedGroup[]): { name: string; reason: string | undefined }[] =>
  groups.filter((group) => group.errorRate === null).map(({ name, reason }) => ({ name, reason }))
