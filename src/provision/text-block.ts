import { EXAMPLE_HEADING } from '../schema/seed.ts'
import { prefaceParts } from './preface.ts'
import { oneLine, RECOVERIES_HEADING, recoveryText } from './recovery-text.ts'
import type { Exchange, Seed } from './seed.ts'

export interface BlockPart {
  part: 'lessons' | 'preface' | 'tool-rates' | 'recovery' | 'workflow' | 'pattern'
  /** The id of the pattern, workflow or recovery. */
  id: string | null
  text: string
}

/**
 * The whole seed as one block of text. Results are quoted line by line, so that nothing in them looks like a part of
 * the block.
 */
export const textBlock = (seed: Seed): string => {
  const parts = blockParts(seed)
  const recoveries = parts.flatMap(({ part, text }) => (part === 'recovery' ? [text] : []))
  const blocks: string[] = []
  for (const { part, text } of parts) {
    if (part !== 'recovery') blocks.push(text)
    else if (text === recoveries[0]) blocks.push([RECOVERIES_HEADING, ...recoveries].join('\n'))
  }
  return blocks.join('\n\n')
}

/** The seed in readable pieces, in the order in which they are given. */
export const blockParts = (seed: Seed): BlockPart[] => {
  const isFollowed = seed.exchanges.length + seed.recoveries.length + seed.toolRates.length > 0
  const preface = prefaceParts(seed, { isFollowed })
  const parts: BlockPart[] = []
  if (seed.lessons !== '') parts.push({ part: 'lessons', id: null, text: seed.lessons })
  if (preface.length > 0) parts.push({ part: 'preface', id: null, text: preface.join('\n\n') })
  if (seed.toolRates.length > 0)
    parts.push({
      part: 'tool-rates',
      id: null,
      text: `How often tools worked: ${seed.toolRates.map(rateText).join('; ')}.`,
    })
  for (const recovery of seed.recoveries)
    parts.push({ part: 'recovery', id: recovery.id, text: recoveryText(recovery) })
  seed.exchanges.forEach((exchange, at) =>
    parts.push({ part: exchange.from, id: exchange.id, text: exchangeText(exchange, at + 1) }),
  )
  return parts
}

const rateText = ({ tool, successRate: { rate, low, high, n } }: Seed['toolRates'][number]): string =>
  `${oneLine(tool)} ${percent(rate)} % [${percent(low)}, ${percent(high)}] of ${n} calls`

const percent = (share: number): string => (share * 100).toFixed(0)

const exchangeText = ({ intent, calls }: Exchange, number: number): string =>
  [
    `Example ${number} ${EXAMPLE_HEADING} ${oneLine(intent)}`,
    ...calls.flatMap(({ tool, arguments: given, result }) => [
      `call: ${oneLine(tool)} ${JSON.stringify(given)}`,
      result === '' ? 'result: (empty)' : `result:\n${quoted(result)}`,
    ]),
  ].join('\n')

const quoted = (text: string): string =>
  text
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((line) => `> ${line}`.trimEnd())
    .join('\n')
