import type * as v from 'valibot'
import type { Estimate as EstimateShape, Rate as RateShape } from '../../schema/listing/rate.ts'
import { grouped, percent, points } from '../../lib/number-text.ts'
import { wrap } from './table.ts'

export type Rate = v.InferOutput<typeof RateShape>
export type Estimate = v.InferOutput<typeof EstimateShape>

/** `7.2 % [6.8, 7.7]`: a rate never stands without its interval. */
export const rateText = ({ rate, low, high }: Rate): string => `${percent(rate)} [${bound(low)}, ${bound(high)}]`

/** An end of an interval may be as near to nothing as it likes. */
const bound = (share: number): string => (share * 100).toFixed(1)

/** `-1.2 [-2.0, -0.4]`: a difference of two rates in percentage points, with its sign. */
export const pointsText = ({ estimate, low, high }: Estimate): string =>
  `${points(estimate)} [${points(low)}, ${points(high)}]`

/** Reasons of this length fit into the cell of the figure that is missing. */
const SHORT_REASON_CHARS = 14

/** Cells for figures that may be missing, and the footnotes that say why they are. */
export interface Figures {
  rate(value: Rate | null, reason: string | undefined): string
  points(value: Estimate | null, reason: string | undefined): string
  /** To stand below the table: one line or more for each reason. */
  footnotes(width: number): string[]
}

/** A missing figure is `-` with its reason: beside it when short, else as a numbered note that equal reasons share. */
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

/** The n of a figure; empty where there is none. */
export const countText = (value: { n: number } | null): string => (value === null ? '' : grouped(value.n))

/** Shifts the figures of one column so that their decimal points stand below each other. */
export const alignFigures = (cells: readonly string[]): string[] => {
  const places = cells.map((cell) => (/^- |^-$/.test(cell) ? 1 : cell.search(/(?<=^[<+-]?\d{1,3})\./)))
  const furthest = Math.max(0, ...places)
  // Words, such as a verdict, stand where the figures begin.
  return cells.map((cell, index) => ' '.repeat((places[index] ?? -1) < 0 ? 0 : furthest - (places[index] ?? 0)) + cell)
}

const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉']
const BAR_CHARS = 10

/** Bars for one column of values, all on the scale from 0 to the largest. */
export const bars = (values: readonly (number | null)[]): string[] => {
  const largest = Math.max(0, ...values.map((value) => value ?? 0))
  return values.map((value) => {
    if (value === null || largest === 0) return ''
    const eighths = Math.round((value / largest) * BAR_CHARS * 8)
    return '█'.repeat(Math.floor(eighths / 8)) + (EIGHTHS[eighths % 8] ?? '')
  })
}
