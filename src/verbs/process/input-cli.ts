import { text as textOf } from 'node:stream/consumers'
import { AppError } from '../../lib/error.ts'
import type { ProcessDesk } from './operation.ts'
import { type Command, EXIT } from '../../interfaces/cli/command.ts'
import { inputLines } from './show.ts'
import { deskOf, ID_HELP, shown } from './desk-cli.ts'

/** Makes a verb that sends a text to a process, from the command line or else from standard input. */
const giving = (
  verb: string,
  { summary, details = [], example, emptyIsMeant = false }: Giving,
  give: (desk: ProcessDesk, id: string, text: string) => ReturnType<ProcessDesk['write']>,
): Command => ({
  name: `process ${verb}`,
  summary,
  arguments: 'ID [TEXT]',
  positionals: { least: 1, most: 2 },
  details: [...details, 'Without TEXT standard input is read. A text of several words needs quotes.', ID_HELP],
  examples: [[example, '']],
  run: async (context) => {
    const [id = '', given] = context.positionals
    if (given === undefined && process.stdin.isTTY === true && !emptyIsMeant)
      throw new AppError('usage', 'TEXT is missing', { hint: `as in \`${example}\`` })
    const text = given ?? (process.stdin.isTTY === true ? '' : await textOf(process.stdin))
    shown(context, await give(await deskOf(context), id, text), inputLines)
    return EXIT.ok
  },
})

interface Giving {
  summary: string
  details?: string[]
  example: string
  /** An empty text is valid: it sends only a line end. */
  emptyIsMeant?: boolean
}

export const processWriteCommand = giving(
  'write',
  { summary: 'write to the input of a process, without a line end', example: 'warmstart process write 3f9a "y"' },
  (desk, id, text) => desk.write(id, text),
)

export const processSubmitCommand = giving(
  'submit',
  {
    summary: 'write a line to the input of a process',
    example: 'warmstart process submit 3f9a "yes"',
    emptyIsMeant: true,
  },
  (desk, id, text) => desk.submit(id, text.replace(/\n$/, '')),
)

export const processPasteCommand = giving(
  'paste',
  {
    summary: 'paste a text into the terminal of a process',
    details: [
      'Where the program asked for it, the text is marked as pasted, so that its line ends are not taken for returns.',
    ],
    example: 'warmstart process paste 3f9a "several lines"',
  },
  (desk, id, text) => desk.paste(id, text),
)

export const processCloseCommand: Command = {
  name: 'process close',
  summary: 'end the input of a process',
  arguments: 'ID',
  positionals: { least: 1, most: 1 },
  details: [ID_HELP],
  examples: [['warmstart process close 3f9a', '']],
  run: async (context) => {
    shown(context, await (await deskOf(context)).close(context.positionals[0] ?? ''), inputLines)
    return EXIT.ok
  },
}
