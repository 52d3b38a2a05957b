import { drawOf } from '../lib/draw.ts'
import { estimateTokens } from '../lib/estimate-tokens.ts'

/** True, plain, and of no use to any task. */
const SENTENCES = [
  'Rivers run downhill.',
  'A week has seven days.',
  'Most leaves are green in summer.',
  'Bread is made of flour and water.',
  'The moon goes round the earth in about a month.',
  'Trains run on rails.',
  'Wool keeps people warm.',
  'Some birds fly south in autumn.',
  'Salt water is heavier than fresh water.',
  'A triangle has three corners.',
  'Honey keeps for a long time.',
  'Stone bridges can be very old.',
  'Paper is often made of wood.',
  'Cats sleep for a large part of the day.',
  'Glass is made of sand.',
  'The sun rises in the east.',
]

/**
 * A text of exactly as many (estimated) tokens that says nothing useful: what is left of an effect when only the length of the prompt changes. The
 * same seed gives the same text.
 */
export const placeboText = (tokens: number, seed: number): string => {
  let text = ''
  for (let at = 0; estimateTokens(text) < tokens; at++) {
    const sentence = SENTENCES[Math.floor(drawOf('placebo', String(seed), String(at)) * SENTENCES.length)] ?? ''
    text = text === '' ? sentence : `${text} ${sentence}`
  }
  while (estimateTokens(text) > tokens) text = text.slice(0, -1)
  return text
}
