import { shortened, wrap } from './table.ts'
import type { Terminal } from './terminal.ts'

/**
 * The lines of an error: what is wrong, and indented below it what to do. On a terminal, long sentences wrap between
 * words; elsewhere each stays on one line, so that programs can search for it.
 */
export const errorLines = (
  message: string,
  hint: string | undefined,
  { width, isInteractive }: Pick<Terminal, 'width' | 'isInteractive'>,
): string[] => {
  const fit = (text: string, indent: string): string[] =>
    isInteractive ? wrap(text, width, indent) : [`${indent}${text}`]
  // Further lines of a message are a list: each stays on its own line, with its id first.
  const [first = '', ...rest] = message.split('\n')
  return [
    ...fit(`warmstart: ${first}`, ''),
    ...rest.map((line) => shortened(line, width)),
    ...(hint === undefined ? [] : fit(hint, '  ')),
  ]
}
