import { randomBytes } from 'node:crypto'

const PREFIX = 'proc_'
const HEX_DIGITS = 12
/** A shorter beginning would be a guess. */
const LEAST_DIGITS = 4

export const newProcessId = (): string => `${PREFIX}${randomBytes(HEX_DIGITS / 2).toString('hex')}`

export const isProcessId = (text: string): boolean => /^proc_[0-9a-f]{12}$/.test(text)

/**
 * Finds the id by itself or by its beginning of at least four digits, with or without `proc_`. Undefined if several
 * ids match.
 */
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
