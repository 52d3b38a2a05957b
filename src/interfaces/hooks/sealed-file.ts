import { AppError } from '../../lib/error.ts'
import type { PlannedFile } from './installer.ts'
import { hashOfBytes } from './settings-file.ts'

interface Sealed {
  name: string
  path: string
  mode?: number
  /** How a comment line begins in the language of the file. */
  comment: '//' | '#'
  text: string
}

/**
 * A file that is only ours. Its last line is a seal over all lines before it. The seal identifies the file without a
 * record, and shows whether a user has changed the file since. A changed file belongs to the user: it is neither
 * overwritten nor removed.
 */
export const sealedFile = ({ text, comment, ...file }: Sealed): PlannedFile => ({
  ...file,
  put: (found) => {
    if (found.trim() === '' || isSealed(found, comment)) return seal(text, comment)
    throw new AppError(
      'settings-unreadable',
      `${file.path}: ${found.includes(MARK) ? 'this file of warmstart was changed by somebody' : 'this file is not from warmstart'}`,
      { hint: 'nothing was changed; move the file away and run the command again' },
    )
  },
  take: (found) => (isSealed(found, comment) ? undefined : found),
})

const MARK = 'warmstart: written by `warmstart install`, seal '
const SEAL_CHARS = 16

const seal = (text: string, comment: string): string => `${text}${comment} ${MARK}${digestOf(text)}\n`

const isSealed = (text: string, comment: string): boolean => {
  const at = text.lastIndexOf(`${comment} ${MARK}`)
  return at >= 0 && text === seal(text.slice(0, at), comment)
}

const digestOf = (text: string): string => hashOfBytes(text).slice(0, SEAL_CHARS)
