import { counted as countedWith, points as pointsWith, tenths } from '../../lib/number-text.ts'
import type { HistoryProfile } from '../../schema/listing/history-profile.ts'

export type Rate = NonNullable<HistoryProfile['errorRate']>
export type Estimate = NonNullable<HistoryProfile['earlyLate']['difference']>
export type EarlyLate = HistoryProfile['byTaskType'][number]['earlyLate']

/** A non-breaking blank between a number and its noun. */
const BLANK = '\u00a0'
/** An invisible character that forbids a line break. */
const JOINER = '\u2060'
/** A non-breaking hyphen. */
const HYPHEN = '\u2011'
const MINUS = '\u2212'

/** The text for a missing figure without a reason. */
const NO_REASON = 'not enough data'

/** A count with its noun: 1 session, 2 sessions. */
export const counted = (count: number, noun: string): string => countedWith(count, noun, BLANK)

/** Keeps the numbers, ranges and dates of a sentence on one line, together with their nouns. */
export const unbroken = (text: string): string =>
  text
    .replace(/(?<=\d) (?=%|(?:calls?|errors?|messages?|points?|sessions?|tools?)\b)/g, BLANK)
    .replace(/(?<=\d–)(?=[\d<>])/g, JOINER)
    .replace(/(?<![\w-])\d{1,4}(?:-\d{1,4}){1,2}(?![\w-])/g, (range) => range.replaceAll('-', HYPHEN))

/** A share with one decimal. A share above 0 is never shown as 0. */
export const percent = (share: number): string => `${bare(share)}${BLANK}%`

/** The 95 % interval of a share. */
export const interval = (rate: Rate): string => `${bare(rate.low)}–${percent(rate.high)}`

/** A share with its interval, for a sentence. */
export const withInterval = (rate: Rate): string => `${percent(rate.rate)} (${interval(rate)})`

/** A share with its interval, or the reason for its absence. */
export const rateOrReason = (rate: Rate | null, reason: string | undefined): string =>
  rate === null ? unbroken(reasonOf(reason)) : withInterval(rate)

/** A difference of shares in percentage points, always with its sign. */
export const points = (difference: number): string => pointsWith(difference, MINUS)

/** A difference with its interval, for a sentence. */
export const pointsWithInterval = (estimate: Estimate): string =>
  `${points(estimate.estimate)}${BLANK}points (${points(estimate.low)} to ${points(estimate.high)})`

export const reasonOf = (reason: string | undefined): string =>
  reason === undefined || reason === '' ? NO_REASON : reason

/** The verdicts of early against late, in words. */
export const VERDICTS: Record<EarlyLate['verdict'], string> = {
  improves: 'errors get fewer inside a session',
  worsens: 'errors get more frequent inside a session',
  'no-clear-difference': 'no clear difference between early and late',
  'not-enough-data': 'not enough data to tell early from late',
}

/** 0 and 100 % are exact and need no decimal. */
const bare = (share: number): string => (share === 0 || share === 1 ? String(share * 100) : tenths(share))
