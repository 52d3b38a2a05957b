import { quoteWord } from '../../shell/quote.ts'
import { realpathSync } from 'node:fs'
import { delimiter, isAbsolute, join, relative, sep } from 'node:path'
import type { Place } from '../../schema/place.ts'
import { programPath } from '../hooks/install-program.ts'

export interface ProgramWord {
  /** What a person types to call this program from where they stand. */
  word: string
  /** What makes it `warmstart` everywhere; undefined where it is. */
  addToPath: string | undefined
}

/** By its name where the PATH leads to this very program, else by a path that works from `cwd`. */
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

/** A word that a shell takes as it is. */
export const forShell = quoteWord
