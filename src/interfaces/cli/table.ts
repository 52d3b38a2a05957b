import { stripVTControlCharacters } from 'node:util'

export interface Column {
  title: string
  align?: 'left' | 'right'
  /** Gives way when the table is too wide; others keep their width. Cut at the end, or at the start for paths. */
  shrink?: 'end' | 'start'
}

const GAP = 2
const SHORTEST = 8

/** A plain table that fits `width`: as many lines as rows, plus a heading. */
export const table = (columns: readonly Column[], rows: readonly string[][], width: number): string[] => {
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

/** Takes what is too much from the widest column that may shrink, again and again. */
const fit = (columns: readonly Column[], natural: readonly number[], width: number): number[] => {
  const widths = [...natural]
  let excess = widths.reduce((sum, each) => sum + each, 0) - width
  while (excess > 0) {
    let widest = -1
    columns.forEach((column, index) => {
      const isWider = widest < 0 || (widths[index] ?? 0) > (widths[widest] ?? 0)
      if (column.shrink !== undefined && (widths[index] ?? 0) > SHORTEST && isWider) widest = index
    })
    if (widest < 0) break
    widths[widest] = (widths[widest] ?? 0) - 1
    excess--
  }
  return widths
}

const cell = (text: string, width: number, column: Column): string => {
  const shown = widthOf(text) > width ? cut(text, width, column.shrink ?? 'end') : text
  const padding = ' '.repeat(Math.max(0, width - widthOf(shown)))
  return column.align === 'right' ? padding + shown : shown + padding
}

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

const widthOf = (text: string): number => {
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

/** Words as lines of at most `width`, each after `indent`. */
export const wrap = (text: string, width: number, indent = ''): string[] => {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/\s+/)) {
    if (line !== '' && widthOf(line) + 1 + widthOf(word) > width - indent.length) {
      lines.push(indent + line)
      line = word
    } else {
      line = line === '' ? word : `${line} ${word}`
    }
  }
  return [...lines, indent + line]
}

const SHOWN_PATH_CHARS = 32

/** A long path by its end, where its name is. */
export const shortPath = (text: string): string =>
  text.length > SHOWN_PATH_CHARS && /^\S*[/\\]\S+$/.test(text) ? `…${text.slice(1 - SHOWN_PATH_CHARS)}` : text

/** How many characters of each id are needed to tell them apart. */
export const uniqueLength = (ids: readonly string[], least = 8): number => {
  const longest = Math.max(least, ...ids.map((id) => id.length))
  let length = least
  while (length < longest && new Set(ids.map((id) => id.slice(0, length))).size < new Set(ids).size) length++
  return length
}
