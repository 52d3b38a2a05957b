import type { Print } from './machine.ts'
import { matchText, type Seen, type SeenCalls } from './printed.ts'
import type { Item } from '../open-scripts.ts'
import { callsIn } from './value.ts'

/**
 * Reads an output that fits no way through its script, because Codex cut it: a long output is one item that holds all
 * prints, each on a new line, with its middle taken out. What is left at both ends can still be told apart.
 */
export const readCut = (prints: readonly Print[], items: readonly Item[]): SeenCalls => {
  const text = items
    .filter((item) => item !== undefined)
    .join('\n')
    .replace(CUT_HEADING, '')
  if (text === '') return new Map()
  const printed = new Set(prints.flatMap((print) => callsIn(print.value)))
  const [only, second] = printed
  if (only !== undefined && second === undefined) return new Map([[only, cutResult(text)]])
  return readEnds(prints, text)
}

const CUT_HEADING = /^Warning: truncated output \(original token count: \d{1,12}\)\nTotal output lines: \d{1,9}\n\n/

/** Results that are printed as JSON have a line each. */
const readEnds = (prints: readonly Print[], text: string): SeenCalls => {
  const seen: SeenCalls = new Map()
  if (!prints.every((print) => print.value.kind === 'json')) return seen
  const lines = text.split('\n')
  const pairs = (line: number, print: number) => [prints[print]?.value, lines[line]] as const
  for (let index = 0; index < prints.length; index++) {
    const [value, line] = pairs(index, index)
    if (value === undefined || line === undefined) break
    if (matchText(value, line, seen)) continue
    const [call, more] = callsIn(value)
    if (call !== undefined && more === undefined) seen.set(call, cutResult(line))
    break
  }
  for (let back = 1; back <= prints.length; back++) {
    const [value, line] = pairs(lines.length - back, prints.length - back)
    if (value === undefined || line === undefined || callsIn(value).some((call) => seen.has(call))) break
    if (!matchText(value, line, seen)) break
  }
  return seen
}

/** Where a result was printed as JSON and cut in the middle, the fields before the output can still be read. */
const cutResult = (text: string): Seen => {
  const seen: Seen = { output: text }
  const head = text.slice(0, HEAD_CHARS)
  const exitCode = /^\{[^{}]{0,300}"exit_code":(-?\d{1,10})/.exec(head)?.[1]
  const process = /^\{[^{}]{0,300}"session_id":(\d{1,10})/.exec(head)?.[1]
  if (exitCode !== undefined) seen.exitCode = Number(exitCode)
  if (process !== undefined) seen.process = process
  return seen
}

const HEAD_CHARS = 400
