import { textPx } from './text-width.ts'
import { grouped } from '../../../lib/number-text.ts'
import { percent, points, type Rate } from '../number-words.ts'

/** What a chart measures: shares from 0 upwards, or differences around 0. */
export type Measure = 'rate' | 'difference'

export interface Span {
  value: number
  low: number
  high: number
}

/**
 * An interval longer than this multiple of the largest value is cut off, because it would press all others together.
 */
const LONGEST_INTERVAL = 2.5
/** This share of the intervals is shown whole, however long they are: a scale that cuts most of them shows nothing. */
const WHOLE_SHARE = 0.75
/** If the scale has to grow by no more than this to show all intervals, it grows. */
const SMALL_GROWTH = 1.3
/** Room for the text of a tick beside a vertical scale. */
export const Y_AXIS_PX = textPx('12.5\u00a0%') + 8
/** Half the width of a tick's text, which may stand at the very end of a horizontal scale. */
export const HALF_TICK_PX = Math.ceil(textPx('100\u00a0%') / 2) + 1
/** A scale never shows a smaller range, so that noise of a tenth of a percent does not fill the page. */
const LEAST_SHARE = 0.02

/** The range of the scale: every value, and every interval that leaves room for the others. */
export const domainOf = (spans: readonly Span[], measure: Measure): [number, number] => {
  const largest = Math.max(LEAST_SHARE / LONGEST_INTERVAL, ...spans.map((span) => Math.abs(span.value)))
  const limit = limitOf(spans, largest * LONGEST_INTERVAL)
  const top = Math.max(...spans.map((span) => Math.max(span.value, Math.min(span.high, limit))), LEAST_SHARE)
  if (measure === 'rate') return [0, Math.min(1, top * 1.04)]
  const bottom = Math.min(...spans.map((span) => Math.min(span.value, Math.max(span.low, -limit))), -LEAST_SHARE)
  return [bottom * 1.06, top * 1.06]
}

/** How many intervals leave the range of `domainOf`: charts mark each of them. */
export const cutCount = (spans: readonly Span[], measure: Measure): number => {
  if (spans.length === 0) return 0
  const domain = domainOf(spans, measure)
  return spans.filter((span) => isCutAbove(span, domain) || isCutBelow(span, domain)).length
}

export const isCutAbove = ({ high }: Span, [, most]: readonly [number, number]): boolean => high > most

export const isCutBelow = ({ low }: Span, [least]: readonly [number, number]): boolean => low < least

export const spanOf = ({ rate, low, high }: Rate): Span => ({ value: rate, low, high })

const limitOf = (spans: readonly Span[], limit: number): number => {
  const reaches = spans.map(({ low, high }) => Math.max(Math.abs(low), Math.abs(high))).toSorted((a, b) => a - b)
  const whole = Math.max(limit, reaches[Math.floor((reaches.length - 1) * WHOLE_SHARE)] ?? 0)
  const farthest = reaches.at(-1) ?? 0
  return farthest <= whole * SMALL_GROWTH ? Math.max(whole, farthest) : whole
}

/** The text of a tick. Differences are points, because a percent sign would read as a relative change. */
export const tickWords = (measure: Measure): ((value: number) => string) =>
  measure === 'rate'
    ? (value) => `${grouped(Number((value * 100).toFixed(1)))}\u00a0%`
    : (value) => points(value).replace(/\.0$/, '')

/** A value with its n, for the column beside the marks. */
export const spanFigures = (value: number, n: number, measure: Measure): string =>
  `${measure === 'rate' ? percent(value) : points(value)} · n\u00a0${grouped(n)}`
