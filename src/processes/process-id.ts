import { randomBytes } from 'node:crypto'

const PREFIX = 'proc_'
const HEX_DIGITS = 12
/** Fewer would be guesses. */
const LEAST_DIGITS = 4

export const newProcessId = (): string => `${PREFIX}${randomBytes(HEX_DIGITS / 2).toString('hex')}`

export const isProcessId = (text: string): boolean => /^proc_[0-9a-f]{12}$/.test(text)

/** The one id that is meant: itself, or its beginning of at least four digits, with or without `proc_`. Several: none. */
export const matchProcessId = (given: string, ids: Iterable<string>): string | undefined => {
  const digits = given
    .trim()
    .toLowerCase()
    .replace(/^proc_/, '')
  if (!/^[0-9a-f]{1,12}$/.test(digits) || digits.length < LEAST_DIGITS) return undefined
  const wanted = `${PREFIX}${digits}`
  let found: string | undefined
  for (const id of ids) {
    if (id === wanted) return id
    if (!id.startsWith(wanted)) continue
    if (found !== undefined) return undefined
    found = id
  }
  return found
}
