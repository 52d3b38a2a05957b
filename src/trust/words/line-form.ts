import { isPlainPhrase, isPlainWord } from './vocabulary.ts'

/** A line of output as it may be shown, and the same with its numbers blanked, by which two of them are one. */
export interface ShownLine {
  text: string
  key: string
}

/** Reads a line: undefined where it has not this form. */
export type LineForm = (line: string) => ShownLine | undefined

/**
 * Makes a form out of a sentence with places in braces. The line that is shown is put together anew from the sentence: its words are
 * ours, and of the places only numbers are taken over as they are.
 *
 * - `{n}` a number, `{t}` a duration, `{clock}` a time of day
 * - `{code}` a code such as TS2322 or E501
 * - `{counts:a|b}` numbers before words of a list: `3 a, 1 b`
 * - `{one:a|b}` one word of a list
 * - `{w}` a name and `{p}` a path: shown where all of its words are plain, else as a slot
 * - `{*}` words of unknown origin, shown as `…`
 * - `{thing}` what the line is about, such as `payment method`: shown where all of its words are plain, ids as `…`
 *
 * A loose form takes letters of any case, and numbers that are blanked already.
 */
export const lineForm = (sentence: string, { isLoose = false } = {}): LineForm => {
  const parts = sentence.split(PLACES)
  const source = parts
    .map((part) =>
      part.startsWith('{') ? `(${patternOf(part)}${isLoose && part in NUMBERS ? '|#' : ''})` : escaped(part),
    )
    .join('')
  const form = new RegExp(`^${source}$`, isLoose ? 'i' : '')
  const places = parts.filter((part) => part.startsWith('{'))
  return (line) => {
    const found = form.exec(line)
    if (found === null) return undefined
    const values = places.map((place, at) => found[at + 1] ?? '')
    return { text: filled(parts, values, shownValue), key: filled(parts, values, blankedValue) }
  }
}

const PLACES = /(\{[^}]{1,400}\})/

const PATTERNS: Record<string, string> = {
  '{n}': '\\d[\\d.,_]{0,15}',
  '{t}':
    '\\d[\\d.]{0,9} ?(?:ns|µs|us|ms|sec|secs|seconds?|minutes?|min|m|s|h)(?: ?\\d[\\d.]{0,9} ?(?:ms|sec|secs|seconds?|s))?',
  '{clock}': '\\d{1,2}:\\d\\d(?::\\d\\d)?(?:\\.\\d{1,9})?',
  '{code}': '[A-Z]{1,4}\\d{2,5}',
  '{w}': '\\S{1,200}',
  '{p}': '\\S{1,300}',
  '{*}': '.{0,400}',
  '{thing}': '.{0,400}',
}

const patternOf = (place: string): string => {
  const known = PATTERNS[place]
  if (known !== undefined) return known
  const [kind = '', words = ''] = place.slice(1, -1).split(':')
  const one = `(?:${words.split('|').map(escaped).join('|')})`
  return kind === 'counts' ? `\\d{1,9} ${one}(?:(?:, | \\| )\\d{1,9} ${one}){0,8}` : one
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

const shownValue = (place: string, value: string): string => {
  if (place === '{thing}') return thingIn(value)
  const isShown = (place === '{w}' || place === '{p}') && isPlainWord(value)
  return isShown ? value : (BLANKS[place] ?? value)
}

const thingIn = (value: string): string => {
  const words = value.trim().split(' ', MOST_THING_WORDS + 1)
  const named = words.filter((word) => !ID.test(word))
  if (words.length > MOST_THING_WORDS || (named.length > 0 && !isPlainPhrase(named.join(' ')))) return '…'
  return words.map((word) => (ID.test(word) ? '…' : word)).join(' ')
}

const MOST_THING_WORDS = 4
/** An id or a number, or one that is blanked already. */
const ID = /^(?:…|[\w#-]{0,80}\d[\w-]{0,80})$/

/** Places whose value is never taken over. */
const BLANKS: Record<string, string> = { '{*}': '…', '{w}': '<name>', '{p}': '<path>' }

/** Numbers, names and paths are no part of what recurs; the words of a list and the code of a rule are. */
const blankedValue = (place: string, value: string): string => {
  if (place === '{thing}') return thingIn(value)
  return BLANKS[place] ?? NUMBERS[place] ?? (place === '{code}' ? value : value.replaceAll(/\d+/g, '#'))
}

const NUMBERS: Record<string, string> = { '{n}': '#', '{t}': '#', '{clock}': '#' }

const filled = (
  parts: readonly string[],
  values: readonly string[],
  write: (place: string, value: string) => string,
): string => {
  let at = 0
  return parts.map((part) => (part.startsWith('{') ? write(part, values[at++] ?? '') : part)).join('')
}
