import { figureOfEstimate, moverDifference } from '../lib/stats/mover.ts'
import type { HistoryProfile } from '../schema/listing/history-profile.ts'
import { type EarlyLateSums, earlyLateFigures } from './early-late.ts'

/**
 * Answers whether sessions get better if their first 30 calls are mostly code, and worse if they are mostly file work;
 * or says why there is no answer.
 */
export const codeFirst = (code: EarlyLateSums, file: EarlyLateSums): HistoryProfile['codeFirst'] => {
  const sides = [code, file].map((sums) => ({ sessions: sums.start.clusters, earlyLate: earlyLateFigures(sums) }))
  const [ofCode, ofFile] = sides as [(typeof sides)[number], (typeof sides)[number]]
  const isKnown = sides.every(({ earlyLate }) => earlyLate.verdict !== 'not-enough-data')
  const [first, second] = [ofCode.earlyLate.difference, ofFile.earlyLate.difference]
  const contrast =
    isKnown && first !== null && second !== null
      ? moverDifference(figureOfEstimate(first), figureOfEstimate(second))
      : null
  return {
    code: ofCode,
    file: ofFile,
    contrast,
    answer:
      contrast === null
        ? 'Not enough sessions began with mostly code or mostly file work to say.'
        : answerOf(ofCode.earlyLate.verdict, ofFile.earlyLate.verdict, contrast),
    ...(contrast === null
      ? { reason: ofCode.earlyLate.reason ?? ofFile.earlyLate.reason ?? 'no difference to compare' }
      : {}),
  }
}

const WORDS = {
  improves: 'get better',
  worsens: 'get worse',
  'no-clear-difference': 'show no clear change',
  'not-enough-data': 'are too few to say',
} as const

const answerOf = (
  code: keyof typeof WORDS,
  file: keyof typeof WORDS,
  { low, high }: { low: number; high: number },
): string => {
  const between =
    low <= 0 && high >= 0 ? 'The two do not differ clearly from each other.' : 'The two differ from each other.'
  return `From early to late, sessions that begin with code ${WORDS[code]}; those that begin with file work ${WORDS[file]}. ${between}`
}
