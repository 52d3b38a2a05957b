import { AppError } from '../../lib/error.ts'
import { type Command, EXIT } from '../../interfaces/cli/command.ts'
import { inputLines, processLines } from './show.ts'
import { deskOf, ID_HELP, shown } from './desk-cli.ts'

export const processSendKeysCommand: Command = {
  name: 'process send-keys',
  summary: 'press keys in the terminal of a process',
  arguments: 'ID KEY...',
  positionals: { least: 2, most: 50 },
  details: ['Keys are Enter, Tab, Escape, Up, C-c, M-x and the like, or single characters.', ID_HELP],
  examples: [['warmstart process send-keys 3f9a C-c', '']],
  run: async (context) => {
    const [id = '', ...keys] = context.positionals
    shown(context, await (await deskOf(context)).sendKeys(id, keys), inputLines)
    return EXIT.ok
  },
}

export const processResizeCommand: Command = {
  name: 'process resize',
  summary: 'resize the terminal of a process',
  arguments: 'ID ROWS COLUMNS',
  positionals: { least: 3, most: 3 },
  details: [ID_HELP],
  examples: [['warmstart process resize 3f9a 50 200', '']],
  run: async (context) => {
    const [id = '', ...size] = context.positionals
    const [rows, columns] = size.map(Number)
    if (!isSize(rows) || !isSize(columns))
      throw new AppError('usage', `rows and columns are numbers from 1 to ${LARGEST_SIZE}`, {
        hint: 'as in `warmstart process resize ID 30 120`',
      })
    shown(context, await (await deskOf(context)).resize(id, { rows, columns }), processLines)
    return EXIT.ok
  },
}

const LARGEST_SIZE = 1_000
const isSize = (value: number | undefined): value is number =>
  value !== undefined && Number.isSafeInteger(value) && value > 0 && value <= LARGEST_SIZE
