import type * as v from 'valibot'
import type { Estimate as EstimateShape, Rate as RateShape } from '../../schema/listing/rate.ts'
import { grouped, percent, points } from '../../lib/number-text.ts'
import { wrap } from './table.ts'

export type Rate = v.InferOutput<typeof RateShape>
export type Estimate = v.InferOutput<typeof EstimateShape>

/** `7.2 % [6.8, 7.7]`: a rate always stands with its interval. */
export const rateText = ({ rate, low, high }: Rate): string => `${percent(rate)} [${bound(low)}, ${bound(high)}]`

/** The end of an interval may round to 0. */
const bound = (share: number): string => (share * 100).toFixed(1)

/** `-1.2 [-2.0, -0.4]`: a difference of two rates in percentage points, with its sign. */
export const pointsText = ({ estimate, low, high }: Estimate): string =>
  `${points(estimate)} [${points(low)}, ${points(high)}]`

/** A reason up to this length fits into the cell of its missing figure. */
const SHORT_REASON_CHARS = 14

/** Makes cells for figures that may be missing, and collects footnotes with the reasons. */
export interface Figures {
  rate(value: Rate | null, reason: string | undefined): string
  points(value: Estimate | null, reason: string | undefined): string
  /** The lines below the table, at least one for each reason. */
  footnotes(width: number): string[]
}

/** A missing figure is `-` with its reason: beside it if short, else in a numbered note that equal reasons share. */
export const createFigures = (): Figures => {
  const reasons: string[] = []
  const missing = (reason: string | undefined): string => {
    if (reason === undefined || reason === '') return '-'
    if (reason.length <= SHORT_REASON_CHARS) return `- ${reason}`
    if (!reasons.includes(reason)) reasons.push(reason)
    return `- (${reasons.indexOf(reason) + 1})`
  }
  return {
    rate: (value, reason) => (value === null ? missing(reason) : rateText(value)),
    points: (value, reason) => (value === null ? missing(reason) : pointsText(value)),
    footnotes: (width) =>
      reasons.flatMap((reason, index) => {
        const mark = `(${index + 1}) `
        const indent = ' '.repeat(mark.length)
        return wrap(reason, width, indent).map((line, at) => (at === 0 ? mark + line.slice(indent.length) : line))
      }),
  }
}

/** The n of a figure; empty if there is no figure. */
export const countText = (value: { n: number } | null): string => (value === null ? '' : grouped(value.n))

/** Aligns the figures of a column by their decimal points. */
export const alignFigures = (cells: readonly string[]): string[] => {
  const places = cells.map((cell) => (/^- |^-$/.test(cell) ? 1 : cell.search(/(?<=^[<+-]?\d{1,3})\./)))
  const furthest = Math.max(0, ...places)
  // Words, such as a verdict, start at the left edge of the figures.
  return cells.map((cell, index) => ' '.repeat((places[index] ?? -1) < 0 ? 0 : furthest - (places[index] ?? 0)) + cell)
}

const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉']
const BAR_CHARS = 10

/** Bars for a column of values, on one scale from 0 to the largest. */
export const bars = (values: readonly (number | null)[]): string[] => {
  const largest = Math.max(0, ...values.map((value) => value ?? 0))
  return values.map((value) => {
    if (value === null || largest === 0) return ''
    const eighths = Math.round((value / largest) * BAR_CHARS * 8)
    return '█'.repeat(Math.floor(eighths / 8)) + (EIGHTHS[eighths % 8] ?? '')
  })
}
