import { estimateTokens } from '../../lib/estimate-tokens.ts'
import { isRecord, parseJson } from '../../lib/json.ts'
import { createRandom } from '../../sample/random.ts'

/** As many tokens as the seed has, and nothing in them that helps: does it matter that there is a text at all? */
export const placeboText = (seed: string): string => {
  const wanted = estimateTokens(seed)
  const lines: string[] = []
  for (let index = 0; estimateTokens(lines.join('\n')) < wanted; index++)
    lines.push(FILLER[index % FILLER.length] ?? '')
  return lines.join('\n')
}

const FILLER = [
  'What follows are general remarks about a depot. They are not instructions.',
  'A depot is a building in which goods are kept for some time.',
  'Goods arrive in the morning and leave in the afternoon.',
  'The floor is swept every evening, and the gates are closed at night.',
  'People who work there wear gloves in winter.',
  'The oldest depots stood beside rivers and, later, beside railways.',
]

/**
 * The same seed with its values in the wrong places: every argument keeps its name and gets a value of another one. Whatever helps by
 * length, tone or layout helps here too; what helps by being true does not.
 */
export const shuffledText = (seed: string, randomSeed: number): string => {
  const random = createRandom(randomSeed)
  const lines = seed.split('\n')
  const calls = lines.flatMap((line, at) => {
    const [, before = '', json = ''] = /^(.*(?:call|worked|failed): \S+ )(\{.*\})$/.exec(line) ?? []
    const args = parseJson(json)
    return isRecord(args) ? [{ at, before, args }] : []
  })
  const values = calls.flatMap(({ args }) => Object.values(args))
  const distinct = new Set(values.map((value) => JSON.stringify(value))).size
  if (distinct < 2) return seed
  const turn = values.length < 2 ? 0 : random.between(1, values.length - 1)
  const moved = values.map((_, index) => values[(index + turn) % values.length])
  let taken = 0
  for (const { at, before, args } of calls) {
    const shuffled = Object.fromEntries(Object.keys(args).map((name) => [name, moved[taken++]]))
    lines[at] = `${before}${JSON.stringify(shuffled)}`
  }
  return lines.join('\n')
}
