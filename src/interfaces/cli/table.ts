import { stripVTControlCharacters } from 'node:util'

export interface Column {
  title: string
  align?: 'left' | 'right'
  /**
   * The column shrinks if the table is too wide; columns without this keep their width. Cells are cut at the end, at
   * the start, or by kind: a path at the start.
   */
  shrink?: 'end' | 'start' | 'by-kind'
  /** The column shrinks to this many characters and no further. */
  least?: number
  /** The column is left out if even the shortest cells do not fit; the highest number goes first. */
  drop?: number
}

const GAP = 2
const SHORTEST = 8

/** Prints a plain table that fits `width`: one line per row, plus a heading. */
export const layOutTable = (given: readonly Column[], cellsOf: readonly string[][], width: number): string[] => {
  const { columns, rows } = dropped(given, cellsOf, width)
  const natural = columns.map((column, index) =>
    Math.max(widthOf(column.title), ...rows.map((row) => widthOf(row[index] ?? ''))),
  )
  const widths = fit(columns, natural, width - GAP * (columns.length - 1))
  const render = (cells: readonly string[]): string =>
    columns
      .map((column, index) => cell(cells[index] ?? '', widths[index] ?? 0, column))
      .join(' '.repeat(GAP))
      .trimEnd()
  return [render(columns.map((column) => column.title)), ...rows.map(render)]
}

/** Leaves out columns until the rest can be made to fit. */
const dropped = (
  columns: readonly Column[],
  rows: readonly string[][],
  width: number,
): { columns: readonly Column[]; rows: readonly string[][] } => {
  const shortest = columns.map((column, index) => {
    const natural = Math.max(widthOf(column.title), ...rows.map((row) => widthOf(row[index] ?? '')))
    return column.shrink === undefined ? natural : Math.min(natural, column.least ?? SHORTEST)
  })
  const needed = shortest.reduce((sum, each) => sum + each, 0) + GAP * (columns.length - 1)
  const first = Math.max(...columns.map((column) => column.drop ?? 0))
  if (needed <= width || first === 0) return { columns, rows }
  const isKept = (_: unknown, index: number): boolean => columns[index]?.drop !== first
  return dropped(
    columns.filter(isKept),
    rows.map((row) => row.filter(isKept)),
    width,
  )
}

/** Takes the excess from the widest column that may shrink, until the table fits. */
const fit = (columns: readonly Column[], natural: readonly number[], width: number): number[] => {
  const widths = [...natural]
  let excess = widths.reduce((sum, each) => sum + each, 0) - width
  while (excess > 0) {
    let widest = -1
    columns.forEach((column, index) => {
      const isWider = widest < 0 || (widths[index] ?? 0) > (widths[widest] ?? 0)
      if (column.shrink !== undefined && (widths[index] ?? 0) > (column.least ?? SHORTEST) && isWider) widest = index
    })
    if (widest < 0) break
    widths[widest] = (widths[widest] ?? 0) - 1
    excess--
  }
  return widths
}

/** The start of a text, no wider than `width`. */
export const shortened = (text: string, width: number): string =>
  widthOf(text) > width ? cut(text, width, 'end') : text

/** The end of a text, no wider than `width`. */
export const endOf = (text: string, width: number): string => (widthOf(text) > width ? cut(text, width, 'start') : text)

const cell = (text: string, width: number, column: Column): string => {
  const shown = widthOf(text) > width ? cut(text, width, endToCut(text, column)) : text
  const padding = ' '.repeat(Math.max(0, width - widthOf(shown)))
  return column.align === 'right' ? padding + shown : shown + padding
}

/** Paths differ at the end, commands at the start, so a path is cut at its start and a command at its end. */
const endToCut = (text: string, { shrink = 'end' }: Column): 'end' | 'start' =>
  shrink === 'by-kind' ? (isPath(text) ? 'start' : 'end') : shrink

const isPath = (text: string): boolean => text.length < LONGEST_PATH_CHARS && /^\S*[/\\]\S+$/.test(text)

const LONGEST_PATH_CHARS = 1_000

const cut = (text: string, width: number, from: 'end' | 'start'): string => {
  const characters = [...stripVTControlCharacters(text)]
  const kept: string[] = []
  let used = 1
  for (const character of from === 'end' ? characters : characters.toReversed()) {
    used += characterWidth(character)
    if (used > width) break
    kept.push(character)
  }
  return from === 'end' ? `${kept.join('')}…` : `…${kept.toReversed().join('')}`
}

/** How many columns of a terminal a text takes, without its colours. */
export const widthOf = (text: string): number => {
  let width = 0
  for (const character of stripVTControlCharacters(text)) width += characterWidth(character)
  return width
}

/** East Asian and emoji characters take two columns, combining ones none. */
const characterWidth = (character: string): number => {
  const code = character.codePointAt(0) ?? 0
  if (code < 0x300) return code < 0x20 ? 0 : 1
  if (/\p{Mark}|\u200B|\u200D|\uFE0F/u.test(character)) return 0
  const isWide =
    (code >= 0x1100 && code <= 0x115f) ||
    (code >= 0x2e80 && code <= 0xa4cf) ||
    (code >= 0xac00 && code <= 0xd7a3) ||
    (code >= 0xf900 && code <= 0xfaff) ||
    (code >= 0xfe30 && code <= 0xfe6f) ||
    (code >= 0xff00 && code <= 0xff60) ||
    (code >= 0x1f300 && code <= 0x1faff) ||
    (code >= 0x20000 && code <= 0x3fffd)
  return isWide ? 2 : 1
}

/** Wraps a text to lines of at most `width`, each after `indent`; breaks a word that is longer than a line. */
export const wrap = (text: string, width: number, indent = ''): string[] => {
  const lines: string[] = []
  const most = Math.max(1, width - indent.length)
  let line = ''
  for (const word of wordsOf(text).flatMap((each) => pieces(each, most))) {
    if (line !== '' && widthOf(line) + 1 + widthOf(word) > most) {
      lines.push(indent + line)
      line = word
    } else {
      line = line === '' ? word : `${line} ${word}`
    }
  }
  return [...lines, indent + line]
}

/** Sets a text behind a dash; further lines start below the first word. */
export const bulleted = (text: string, width: number, indent = ''): string[] =>
  wrap(text, width, `${indent}  `).map((line, index) =>
    index === 0 ? `${indent}- ${line.slice(indent.length + 2)}` : line,
  )

/** A number and its `%` are one word: a line that begins with `%` reads badly. */
const wordsOf = (text: string): string[] => {
  const words: string[] = []
  for (const word of text.split(/\s+/)) {
    const last = words.at(-1)
    if (last !== undefined && word.startsWith('%') && /\d$/.test(last)) words[words.length - 1] = `${last} ${word}`
    else words.push(word)
  }
  return words
}

/** A word that fits stays whole, and so does one with colours, which must not be cut. */
const pieces = (word: string, most: number): string[] => {
  if (widthOf(word) <= most || word.includes('\u001B')) return [word]
  const parts: string[] = []
  let part = ''
  for (const character of word) {
    if (widthOf(part) + characterWidth(character) > most) {
      parts.push(part)
      part = ''
    }
    part += character
  }
  return [...parts, part]
}

const SHOWN_PATH_CHARS = 32

/** Shortens a long path to its end, where the name is. */
export const shortPath = (text: string): string =>
  text.length > SHOWN_PATH_CHARS && isPath(text) ? `…${text.slice(1 - SHOWN_PATH_CHARS)}` : text

/** How many characters of the ids tell them apart. */
export const uniqueLength = (ids: readonly string[], least = 8): number => {
  const longest = Math.max(least, ...ids.map((id) => id.length))
  let length = least
  while (length < longest && new Set(ids.map((id) => id.slice(0, length))).size < new Set(ids).size) length++
  return length
}
