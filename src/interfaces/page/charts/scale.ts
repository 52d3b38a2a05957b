import { grouped, percent, points } from '../figures.ts'

/** What a chart measures: shares from nothing upwards, or differences around nothing. */
export type Measure = 'rate' | 'difference'

export interface Span {
  value: number
  low: number
  high: number
}

/** An interval this many times as long as the largest value is cut off, or it would press all others together. */
const LONGEST_INTERVAL = 2.5
/** A scale never shows less than this, so that noise of a tenth of a percent does not fill the page. */
const LEAST_SHARE = 0.02

/** The part of the scale that shows every value, and every interval that leaves room for the others. */
export const domainOf = (spans: readonly Span[], measure: Measure): [number, number] => {
  const largest = Math.max(LEAST_SHARE / LONGEST_INTERVAL, ...spans.map((span) => Math.abs(span.value)))
  const limit = largest * LONGEST_INTERVAL
  const top = Math.max(...spans.map((span) => Math.max(span.value, Math.min(span.high, limit))), LEAST_SHARE)
  if (measure === 'rate') return [0, Math.min(1, top * 1.04)]
  const bottom = Math.min(...spans.map((span) => Math.min(span.value, Math.max(span.low, -limit))), -LEAST_SHARE)
  return [bottom * 1.06, top * 1.06]
}

/** How a place on the scale is written. Differences are points: their percent sign would read as a relative change. */
export const tickWords = (measure: Measure): ((value: number) => string) =>
  measure === 'rate'
    ? (value) => `${grouped(Number((value * 100).toFixed(1)))}\u00a0%`
    : (value) => points(value).replace(/\.0$/, '')

/** A value with what it rests on, for the column beside the marks. */
export const spanFigures = (value: number, n: number, measure: Measure): string =>
  `${measure === 'rate' ? percent(value) : points(value)} · n\u00a0${grouped(n)}`
