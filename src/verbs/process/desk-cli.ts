import type { ProcessDesk } from './operation.ts'
import type { Context } from '../../interfaces/cli/command.ts'

/** Opens the background processes for a command; the code is loaded only when such a command runs. */
export const deskOf = async ({ app, store }: Context): Promise<ProcessDesk> => {
  const { createProcessDesk } = await import('./operation.ts')
  return createProcessDesk(app, store)
}

export const shown = <T>({ isSet, terminal }: Context, value: T, lines: (value: T) => string[]): void => {
  if (isSet('json')) terminal.json(value)
  else for (const line of lines(value)) terminal.line(line)
}

export const ID_HELP =
  'An ID is `proc_` and 12 digits; the first four digits are enough where no other begins so. It works from any shell.'
