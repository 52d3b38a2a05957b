import { OPTION_WORDS, PLACE_WORDS, RULE_WORDS, TASK_WORDS, VALUE_WORDS } from './vocabulary-lists.ts'

/**
 * Whether a word may be shown to another session although its first author is unknown: every part of it stands in our own
 * lists of words for tasks, folders, options and fields, or is a short number. Whatever a stranger writes into a name of a file, a
 * branch or a test is therefore not repeated.
 */
export const isPlainWord = (word: string): boolean => {
  if (word === '' || word.length > LONGEST_CHARS || !CHARACTERS.test(word)) return false
  if (word.split('/').some((segment) => partsOf(segment).length > MOST_IN_A_ROW)) return false
  const parts = partsOf(word)
  if (parts.length > MOST_PARTS) return false
  let letters = 0
  for (const part of parts) {
    if (part.length === 1 && /[A-Za-z]/.test(part)) letters++
    else if (!NUMBER.test(part) && !WORDS.has(part.toLowerCase())) return false
  }
  return letters <= MOST_LETTERS
}

/** Whether a value of up to four words may be shown, such as `no longer needed`: as many as a name may have in a row. */
export const isPlainPhrase = (text: string): boolean => {
  const words = text.split(' ')
  return words.flatMap(partsOf).length <= MOST_IN_A_ROW && words.every(isPlainWord)
}

/** The parts of a name: `testUnit`, `test-unit`, `test/unit.ts`. */
const partsOf = (word: string): string[] =>
  word.split(/[^A-Za-z0-9]+|(?<=[a-z0-9])(?=[A-Z])/).filter((part) => part !== '')

const LONGEST_CHARS = 80
const MOST_PARTS = 8
/** The most words in a row without a slash; more than these could be a sentence. */
const MOST_IN_A_ROW = 4
/** The most single letters in a row; more than these could spell a word. */
const MOST_LETTERS = 2
/** What names, paths, patterns of files and revisions are made of; no blank, no quote, nothing that a shell would act on. */
const CHARACTERS = /^[A-Za-z0-9@./:+*,=~^%{}[\]?_-]+$/
const NUMBER = /^v?\d{1,4}$/i

const WORDS: ReadonlySet<string> = new Set(
  [TASK_WORDS, PLACE_WORDS, OPTION_WORDS, VALUE_WORDS, RULE_WORDS].flatMap((list) => list.trim().split(/\s+/)),
)
