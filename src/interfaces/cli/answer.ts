import { type Context, EXIT } from './command.ts'
import { wrap } from './table.ts'
import type { Terminal } from './terminal.ts'

/**
 * Prints what a command found or did: as JSON with --json, else as a sentence or as the lines that `show` makes of it.
 * Returns the exit code of a command that went well.
 */
export const answer = async <Result>(
  { terminal, isSet }: Pick<Context, 'terminal' | 'isSet'>,
  result: Result,
  show: string | ((result: Result, screen: Terminal) => readonly string[] | Promise<readonly string[]>),
): Promise<number> => {
  if (isSet('json')) {
    terminal.json(result)
    return EXIT.ok
  }
  const lines = typeof show === 'string' ? wrap(show, terminal.width) : await show(result, terminal)
  for (const line of lines) terminal.line(line)
  return EXIT.ok
}
