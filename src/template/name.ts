import { AppError } from '../lib/error.ts'
import { hashOf } from '../lib/hash.ts'

/** Longer names are cut by screens; as many letters of any script still fit into a file name with its ending. */
const LONGEST_CHARS = 64
/** File systems allow 255 bytes; an ending has to find room too. */
const LONGEST_BYTES = 200

/**
 * The name as it is kept (composed letters, `-` for blanks), safe as a part of a path on every system: letters and digits of any
 * script, `.`, `_` and `-`. Anything else is refused with one sentence and a name that would do.
 */
export const checkedName = (given: string): string => {
  const name = spelledName(given)
  const problem = problemOf(name)
  if (problem === undefined) return name
  throw new AppError('usage', `${shown(given)} cannot be the name of a template: ${problem}`, {
    hint: `${suggestedName(given)} would do`,
  })
}

/** The name under which a template is kept and looked up: `my shop` is `my-shop`. */
export const spelledName = (given: string): string =>
  given
    .slice(0, LONGEST_LOOKED_AT)
    .normalize('NFC')
    .trim()
    .replaceAll(/ {1,20}/g, '-')

/** Far more than a name may have, so that a file given by mistake is not looked at letter by letter. */
const LONGEST_LOOKED_AT = 1_000

const problemOf = (name: string): string | undefined => {
  if (name.trim() === '') return 'it is empty'
  const odd = [...name].find((character) => !ALLOWED.test(character))
  if (odd !== undefined) return `it holds ${wordFor(odd)}; letters, digits, ".", "_" and "-" are allowed`
  if (!STARTS.test(name)) return 'it must begin with a letter or a digit'
  if (name.includes('..')) return 'it holds ".."'
  if (name.endsWith('.')) return 'it must not end with a dot'
  if (isDevice(name)) return 'Windows keeps this name for a device'
  if ([...name].length > LONGEST_CHARS) return `it is longer than ${LONGEST_CHARS} characters`
  if (Buffer.byteLength(name) > LONGEST_BYTES) return `it is longer than ${LONGEST_BYTES} bytes`
  return undefined
}

/** Marks belong to the letters of many scripts. Marks that are invisible, or that make an emoji, are not allowed. */
const ALLOWED = /^(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{Mn}\p{Mc}\p{Nd}._-]$/u
const STARTS = /^[\p{L}\p{Nd}]/u

/** With or without an ending: Windows opens the device for `nul.json` too. */
const isDevice = (name: string): boolean => /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i.test(name)

const WORDS: Record<string, string> = {
  '/': 'a slash',
  '\\': 'a backslash',
  ' ': 'a blank',
  '@': 'an @, which stands before a version',
  '\u0000': 'a NUL character',
}

const wordFor = (character: string): string => {
  const known = WORDS[character]
  if (known !== undefined) return known
  if (/[\p{C}\p{Default_Ignorable_Code_Point}]/u.test(character)) return 'a character that cannot be seen'
  return /\s/.test(character) ? 'a blank' : character
}

const SHOWN_CHARS = 40

/** The refused name as part of a sentence: short, in quotes, without what would disturb a screen. */
const shown = (given: string): string => {
  const characters = Array.from(given.slice(0, LONGEST_LOOKED_AT))
  const text = characters.slice(0, SHOWN_CHARS).join('').replaceAll(/\p{C}/gu, '\uFFFD')
  return `"${text}${characters.length > SHOWN_CHARS ? '…' : ''}"`
}

/** A name that would do, as near to the given one as can be. */
export const suggestedName = (given: string): string => {
  const spelled = [...given.slice(0, LONGEST_LOOKED_AT).normalize('NFC')]
    .map((character) => (ALLOWED.test(character) ? character : '-'))
    .join('')
  const joined = spelled.replaceAll(/\.{2,}/g, '.').replaceAll(/-{2,}/g, '-')
  const begun = trimmed(joined.replace(/^[^\p{L}\p{Nd}]+/u, ''))
  const whole = isDevice(begun) ? `template-${begun}` : begun
  const cut = trimmed(fitting(whole))
  return cut === '' ? 'template' : cut
}

const fitting = (name: string): string => {
  let kept = ''
  for (const character of [...name].slice(0, LONGEST_CHARS)) {
    if (Buffer.byteLength(kept + character) > LONGEST_BYTES) break
    kept += character
  }
  return kept
}

/** Without dots, dashes and low lines at its end. */
const trimmed = (name: string): string => {
  let end = name.length
  while (end > 0 && '.-_'.includes(name.charAt(end - 1))) end--
  return name.slice(0, end)
}

const SESSION_CHARS = 8
const HASH_DIGITS = 4

/** `code-0f3c1a2b-9d41`: made from the task type and a session. Ids that begin alike, as those of one day may, differ in the end. */
export const nameFor = (taskType: string | null, session: string): string => {
  const head = suggestedName(session).slice(0, SESSION_CHARS)
  return suggestedName(`${taskType ?? 'mixed'}-${head}-${hashOf(session).slice(0, HASH_DIGITS)}`)
}
