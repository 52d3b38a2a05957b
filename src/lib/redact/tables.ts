import { NAME, codeAt } from './characters.ts'
import type { Sign } from './words/sign-search.ts'
import type { Span } from './span.ts'
import { NAMED_KIND } from './span.ts'
import type { ValueAt } from './value-at.ts'
import { judgeValue } from './value-at.ts'

/** Finds the values of a column named password, secret or token, in Markdown tables and CSV files. */
export const TABLE_SIGNS: readonly Sign[] = [
  'password',
  'passwd',
  'secret',
  'token',
  'api_key',
  'api key',
  'passwort',
].map((word) => ({
  word,
  examine: (text, start, end, spans) => {
    const separator = separatorBeside(text, start, end)
    if (separator !== undefined) {
      columnBelow(text, start, { separator, claim: word.startsWith('pass') ? 'password' : 'token' }, spans)
    }
    return end
  },
}))

/**
 * The separator beside the name of a column. Blanks and quotes may surround the name, then comes a separator or the
 * edge of a line.
 */
const separatorBeside = (text: string, start: number, end: number): keyof typeof HEADER | undefined => {
  let from = start - 1
  while (from >= 0 && start - from < 24 && NAME[codeAt(text, from)] === 1) from--
  const nameStart = from + 1
  while (from >= 0 && nameStart - from < 6 && isPadding(codeAt(text, from))) from--
  if (from >= 0 && !isEdge(codeAt(text, from))) return undefined
  let to = end
  while (to < text.length && to - end < 20 && isPadding(codeAt(text, to))) to++
  if (to < text.length && !isEdge(codeAt(text, to))) return undefined
  const before = text.charAt(from)
  const behind = text.charAt(to)
  return before in HEADER
    ? (before as keyof typeof HEADER)
    : behind in HEADER
      ? (behind as keyof typeof HEADER)
      : undefined
}

const isPadding = (code: number): boolean => code === 32 || code === 34 || code === 42 || code === 96
const isEdge = (code: number): boolean => code === 44 || code === 124 || code === 59 || code === 9 || code <= 13

const LONGEST_LINE = 400
const MOST_ROWS = 50
/** Characters that a header line may hold, by separator: it names columns and nothing else. */
const HEADER = { '|': /^[\w |*`"()./-]+$/, ',': /^[\w ,"./-]+$/, ';': /^[\w ;"./-]+$/, '\t': /^[\w \t"./-]+$/ }

interface Column {
  separator: keyof typeof HEADER
  claim: 'password' | 'token'
}

const columnBelow = (text: string, at: number, { separator, claim }: Column, spans: Span[]): void => {
  let lineStart = at
  while (at - lineStart <= LONGEST_LINE && lineStart > 0 && !startsHeader(codeAt(text, lineStart - 1))) lineStart--
  if (at - lineStart > LONGEST_LINE) return
  const header = lineAt(text, lineStart)
  if (header.split(separator).length < (separator === '\t' ? 2 : 3) || !HEADER[separator].test(header.trimEnd())) return
  const before = header.slice(0, at - lineStart)
  const column = before.split(separator).length - 1
  const columns = header.split(separator).length
  const inQuotes = codeAt(text, lineStart) === 34
  let row = lineStart + header.length + 1
  for (let count = 0; count < MOST_ROWS && row < text.length; count++) {
    const whole = lineAt(text, row)
    // Tags of HTML leave empty lines. Databases draw lines. In JSON other fields follow the last row.
    if (DIVIDER.test(whole)) {
      row += whole.length + 1
      continue
    }
    const line = inQuotes ? whole.replace(/\\{0,3}"(?:[,}].*)?$/, '') : whole
    if (line.split(separator).length !== columns) return
    const value = cellAt(line, separator, column, row)
    if (value !== undefined && judgeValue(text, value, claim, true) !== undefined) {
      spans.push({ start: value.start, end: value.end, kind: claim === 'password' ? claim : NAMED_KIND })
    }
    row += whole.length + 1
  }
}

const DIVIDER = /^[\s|+:=-]*$/

/** Whether a header can begin after this character: a line break, or what JSON and HTML write before a text. */
const startsHeader = (code: number): boolean => code === 10 || code === 58 || code === 62 || code === 61

const lineAt = (text: string, start: number): string => {
  let end = start
  while (end < text.length && end - start < LONGEST_LINE && codeAt(text, end) !== 10) end++
  return text.slice(start, end)
}

const cellAt = (line: string, separator: string, column: number, offset: number): ValueAt | undefined => {
  let start = 0
  for (let count = 0; count < column; count++) start = line.indexOf(separator, start) + 1
  let end = line.indexOf(separator, start)
  if (end < 0) end = line.length
  while (start < end && /[\s"'`*]/.test(line.charAt(start))) start++
  while (end > start && /[\s"'`*]/.test(line.charAt(end - 1))) end--
  return end - start >= 6 ? { start: offset + start, end: offset + end, quoted: true } : undefined
}
