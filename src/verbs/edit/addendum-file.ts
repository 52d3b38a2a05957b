import { readFileSync } from 'node:fs'
import { AppError, messageOf } from '../../lib/error.ts'

const STANDARD_INPUT = 0

/** Reads the file that `--addendum` names; `-` is standard input. */
export const readAddendum = (file: string): string => {
  try {
    return readFileSync(file === '-' ? STANDARD_INPUT : file, 'utf8')
  } catch (error) {
    throw new AppError('no-such-path', `the addendum ${file} cannot be read: ${messageOf(error)}`, {
      hint: 'name a text file, or - for standard input',
      cause: error,
    })
  }
}
