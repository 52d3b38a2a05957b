import { AppError } from '../../lib/error.ts'
import { lineAt } from '../../lib/line-at.ts'

/** The error for a line of a settings file that we cannot parse; it says that nothing was written. */
export const unreadable = (
  path: string,
  what: string,
  { text = '', offset, hint }: { text?: string; offset?: number; hint?: string } = {},
): AppError =>
  new AppError('settings-unreadable', `${path}${offset === undefined ? '' : `:${lineAt(text, offset)}`}: ${what}`, {
    hint: hint ?? 'nothing was changed; repair the file and run the command again',
  })

/** Edits a text after its byte order mark, which some editors write and parsers refuse. */
export const behindMark = (text: string, edit: (body: string) => string): string =>
  text.startsWith('\uFEFF') ? `\uFEFF${edit(text.slice(1))}` : edit(text)

/** The text with `start` to `end` replaced. */
export const spliced = (text: string, [start, end]: readonly [number, number], by: string): string =>
  text.slice(0, start) + by + text.slice(end)

/** The line ending of this text. */
export const lineEnd = (text: string): string => (text.includes('\r\n') ? '\r\n' : '\n')

/** The indentation of the line at `offset`. */
export const indentAt = (text: string, offset: number): string => {
  const start = text.lastIndexOf('\n', offset - 1) + 1
  let end = start
  while (text[end] === ' ' || text[end] === '\t') end++
  return text.slice(start, Math.min(end, offset))
}
