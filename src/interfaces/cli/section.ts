import { stripVTControlCharacters } from 'node:util'
import { type Column, layOutTable, wrap } from './table.ts'
import { escapeControls, type Terminal } from './terminal.ts'

/** What rendering needs to know of a terminal. */
export type Screen = Pick<Terminal, 'width' | 'colors'>

/** A part of a page: an empty line, the title, the lines. Without lines there is no title either. */
export const renderSection = (title: string, lines: readonly string[], { width, colors }: Screen): string[] =>
  lines.length === 0 ? [] : ['', ...wrap(title, width).map((line) => colors.bold(line)), ...lines]

/** A table with a dim heading, so that the figures stand out. */
export const renderTable = (columns: readonly Column[], rows: readonly string[][], screen: Screen): string[] => {
  const [heading = '', ...body] = layOutTable(columns, rows, screen.width)
  return [screen.colors.dim(heading), ...body]
}

/** A note about the figures around it. */
export const renderRemark = (text: string, { width, colors }: Screen): string[] =>
  wrap(text, width).map((line) => colors.dim(line))

/** A name and its value; `whole` keeps a value that users copy, such as a path, on one line even if it is too long. */
export type ShownFact = [name: string, value: string | null, how?: 'whole']

/** Prints names and values below each other. Unknown values are left out, long ones wrap. */
export const renderFacts = (facts: readonly ShownFact[], { width, colors }: Screen): string[] => {
  const known = facts.flatMap(([name, value, how]) => (value === null || value === '' ? [] : [{ name, value, how }]))
  const longest = Math.max(0, ...known.map(({ name }) => name.length))
  const indent = ' '.repeat(longest + 2)
  return known.flatMap(({ name, value, how }) => {
    const lines = how === 'whole' ? [indent + value] : wrap(value, width, indent)
    return lines.map((line, index) =>
      index === 0 ? `${colors.dim(name.padEnd(longest))}  ${line.slice(indent.length)}` : line,
    )
  })
}

/** Turns foreign text into one line without colours, fit for a cell. */
export const toPlainLine = (text: string): string =>
  escapeControls(stripVTControlCharacters(text)).replaceAll(/\s+/g, ' ').trim()
