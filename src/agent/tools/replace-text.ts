import { lineAt } from '../../lib/line-at.ts'
/** The changed text, or the problem in words for the model. */
export type Replaced = { text: string; count: number; note: string | undefined } | { problem: string }

interface Replacement {
  oldText: string
  newText: string
  all?: boolean
}

/**
 * Replaces one text by another: at its exact match; else, if there is exactly one such place, at a match with
 * different blanks. Line endings stay: a text with CRLF gets CRLF.
 */
export const replaceText = (text: string, { oldText, newText, all = false }: Replacement): Replaced => {
  const [old, fresh] = [oldText.replaceAll('\r\n', '\n'), newText.replaceAll('\r\n', '\n')]
  if (old === '') return { problem: 'old_string must not be empty' }
  if (old === fresh) return { problem: 'No changes: old_string and new_string are the same' }
  const plain = withoutReturns(text)
  const exact = occurrences(plain.text, old)
  if (exact.length > 1 && !all) {
    const lines = exact.slice(0, MAX_PLACES).map((at) => lineAt(plain.text, at))
    return {
      problem: `Found ${exact.length}${exact.length >= MAX_OCCURRENCES ? ' or more' : ''} matches for old_string, in lines ${lines.join(', ')}${exact.length > MAX_PLACES ? ', ...' : ''}. Give more lines around it so that it is unique, or set replace_all`,
    }
  }
  if (exact.length >= MAX_OCCURRENCES) return { problem: `Found ${MAX_OCCURRENCES} or more matches, which is too many` }
  if (exact.length > 0) {
    return splice(plain, { spans: exact.map((at) => ({ start: at, end: at + old.length, fresh })), note: undefined })
  }
  return replaceLoosely(plain, { old, fresh })
}

const MAX_OCCURRENCES = 100_000
const MAX_PLACES = 10

/** A text with LF line ends, and the original position of each character. */
interface Plain {
  original: string
  text: string
  /** The position in the original, which counts the removed CRs. */
  originalOf(index: number): number
}

const withoutReturns = (original: string): Plain => {
  if (!original.includes('\r\n')) {
    return { original, text: original, originalOf: (index) => index }
  }
  const removed: number[] = []
  for (let at = original.indexOf('\r\n'); at >= 0; at = original.indexOf('\r\n', at + 2))
    removed.push(at - removed.length)
  return {
    original,
    text: original.replaceAll('\r\n', '\n'),
    originalOf: (index) => index + countBelow(removed, index),
  }
}

/** How many numbers of an ascending list are below a limit. */
const countBelow = (list: readonly number[], limit: number): number => {
  let [low, high] = [0, list.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((list[middle] ?? 0) < limit) low = middle + 1
    else high = middle
  }
  return low
}

const occurrences = (text: string, wanted: string): number[] => {
  const found: number[] = []
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length)) {
    found.push(at)
    if (found.length >= MAX_OCCURRENCES) break
  }
  return found
}

interface Span {
  start: number
  end: number
  fresh: string
}

const splice = (plain: Plain, { spans, note }: { spans: readonly Span[]; note: string | undefined }): Replaced => {
  const isWindows =
    plain.original !== plain.text && plain.original.length - plain.text.length > lineCount(plain.text) / 2
  let text = ''
  let from = 0
  for (const { start, end, fresh } of spans) {
    text += plain.original.slice(from, plain.originalOf(start)) + (isWindows ? fresh.replaceAll('\n', '\r\n') : fresh)
    from = plain.originalOf(end)
  }
  return { text: text + plain.original.slice(from), count: spans.length, note }
}

const lineCount = (text: string): number => lineAt(text, text.length) - 1

/** How blanks may differ, the most harmless difference first. Line breaks must match. */
export const LOOSER: [note: string, key: (line: string) => string][] = [
  ['blanks at the ends of lines differed', (line) => line.trimEnd()],
  ['blanks differed', (line) => line.trim().replace(/[ \t]+/g, ' ')],
]

const replaceLoosely = (plain: Plain, { old, fresh }: { old: string; fresh: string }): Replaced => {
  const lines = plain.text.split('\n')
  const wanted = old.slice(leading(old), Math.max(leading(old), old.length - trailing(old))).split('\n')
  if (wanted.join('').trim() === '') return { problem: notFound(lines, wanted) }
  for (const [note, key] of LOOSER) {
    const places = matchLines(lines.map(key), wanted.map(key), 0)
    if (places.length === 0) continue
    if (places.length > 1) {
      const where = places.slice(0, MAX_PLACES).map((at) => at + 1)
      return {
        problem: `No exact match for old_string; with other blanks it was found ${places.length} times, in lines ${where.join(', ')}. Give it exactly as it is in the file`,
      }
    }
    const [place = 0] = places
    const from = lines.slice(0, place).reduce((sum, line) => sum + line.length + 1, 0)
    const found = lines.slice(place, place + wanted.length)
    const body = reindent(withoutFrame(fresh, old), readIndent(wanted), readIndent(found))
    return splice(plain, { spans: [{ start: from, end: from + found.join('\n').length, fresh: body }], note })
  }
  return { problem: notFound(lines, wanted) }
}

/**
 * Whole lines are matched, so line breaks around the old text are not replaced; the same number is removed from the
 * new text.
 */
const withoutFrame = (fresh: string, old: string): string => {
  const head = Math.min(leading(fresh), leading(old))
  const tail = Math.min(trailing(fresh), trailing(old))
  return fresh.slice(head, Math.max(head, fresh.length - tail))
}

const leading = (text: string): number => {
  let at = 0
  while (text[at] === '\n') at++
  return at
}

const trailing = (text: string): number => {
  let at = text.length
  while (text[at - 1] === '\n') at--
  return text.length - at
}

/** Finds where the wanted lines stand among `lines`, beginning at `from`. */
export const matchLines = (lines: readonly string[], wanted: readonly string[], from: number): number[] => {
  const found: number[] = []
  for (let at = from; at + wanted.length <= lines.length; at++) {
    if (lines[at] === wanted[0] && wanted.every((line, nth) => lines[at + nth] === line)) found.push(at)
  }
  return found
}

export const readIndent = (lines: readonly string[]): string =>
  /^[ \t]*/.exec(lines.find((line) => line.trim() !== '') ?? '')?.[0] ?? ''

/** Replaces the indentation that the model assumed by the file's real one. */
export const reindent = (text: string, thought: string, real: string): string => {
  if (thought === real) return text
  return text
    .split('\n')
    .map((line) => (line.trim() !== '' && line.startsWith(thought) ? real + line.slice(thought.length) : line))
    .join('\n')
}

const notFound = (lines: readonly string[], wanted: readonly string[]): string => {
  if (wanted.length > 0 && wanted.every((line) => /^\s*\d{1,7}\|/.test(line)))
    return 'old_string not found in the file: leave the line numbers out, they are not part of it'
  const opening = wanted.find((line) => line.trim().length > 3)?.trim()
  const near = opening === undefined ? [] : lines.flatMap((line, at) => (line.trim() === opening ? [at + 1] : []))
  const hint =
    near.length === 0 ? '' : `. Its first line stands in line ${near.slice(0, 3).join(', ')}, but what follows differs`
  return `old_string not found in the file${hint}. Read the file again and copy the text exactly`
}
