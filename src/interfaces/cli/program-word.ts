import { quoteWord } from '../../shell/quote.ts'
import { realpathSync } from 'node:fs'
import { delimiter, isAbsolute, join, relative, sep } from 'node:path'
import type { Place } from '../../schema/place.ts'
import { programPath } from '../hooks/install-program.ts'

export interface ProgramWord {
  /** What the user types to call this program from the current directory. */
  word: string
  /** The line that makes `warmstart` work everywhere; undefined if it already does. */
  addToPath: string | undefined
}

/** The program's name if the PATH leads to this very program, else a path that works from `cwd`. */
export const programWord = ({ env }: Pick<Place, 'env'>, cwd = process.cwd(), program = programPath()): ProgramWord => {
  const own = realOf(program)
  const first = (env['PATH'] ?? '')
    .split(delimiter)
    .filter((directory) => directory !== '')
    .map((directory) => realOf(join(directory, 'warmstart')))
    .find((found) => found !== undefined)
  if (own !== undefined && first === own) return { word: 'warmstart', addToPath: undefined }
  const below = relative(cwd, program)
  const isBelow = below.includes(sep) && !below.startsWith('..') && !isAbsolute(below)
  const word = isBelow ? below : program
  const directory = word.slice(0, word.lastIndexOf(sep))
  const quoted = directory.replaceAll(/["$`\\]/g, String.raw`\$&`)
  return { word: forShell(word), addToPath: `export PATH="${isBelow ? `$PWD/${quoted}` : quoted}:$PATH"` }
}

const realOf = (path: string): string | undefined => {
  try {
    return realpathSync(path)
  } catch {
    return undefined
  }
}

/** Quotes a word for a shell if needed. */
export const forShell = quoteWord
