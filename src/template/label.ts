import { AppError } from '../lib/error.ts'
import { redact } from '../lib/redact/redact.ts'

const LONGEST_DESCRIPTION_CHARS = 500
const LONGEST_TAG_CHARS = 40
const MOST_TAGS = 20
/** About 5,000 tokens: an addendum goes into every session that gets the template. */
const LONGEST_ADDENDUM_CHARS = 20_000

/** A description as it is kept: one line, redacted, in words that every store takes. */
export const checkedDescription = (given: string): string =>
  withinLimit(onOneLine(given), LONGEST_DESCRIPTION_CHARS, 'the description')

/** Tags as they are kept: each once, sorted, small letters, so that `--tag Go` finds `go`. */
export const checkedTags = (given: readonly string[]): string[] => {
  const tags = [...new Set(given.map((tag) => onOneLine(tag).toLowerCase()))].filter((tag) => tag !== '').toSorted()
  if (tags.length > MOST_TAGS)
    throw new AppError('usage', `${tags.length} tags are too many`, { hint: `at most ${MOST_TAGS} are kept` })
  return tags.map((tag) => withinLimit(tag, LONGEST_TAG_CHARS, 'a tag'))
}

/** An addendum within bounds: its lines stay, blanks around it do not. Not yet redacted, so that what is found can be counted. */
export const checkedAddendum = (given: string): string =>
  withinLimit(storable(given).trim(), LONGEST_ADDENDUM_CHARS, 'the addendum')

const onOneLine = (given: string): string => redact(storable(given)).replaceAll(/\s+/g, ' ').trim()

/** PostgreSQL refuses NUL and lone surrogates; both engines get the same text without them. */
const storable = (given: string): string => given.toWellFormed().replaceAll('\u0000', '\u2400')

const withinLimit = (text: string, most: number, what: string): string => {
  if (text.length <= most) return text
  throw new AppError('usage', `${what} has ${text.length} characters`, { hint: `at most ${most} are kept` })
}
