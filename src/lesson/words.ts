import { isInstruction } from '../trust/text.ts'

/** The longest trigger that is said. */
const MAX_CHARS = 80
const FORM = /^[A-Za-z0-9@./:+_-]+$/
/** Names of MCP tools are written by the makers of their servers. */
const SERVER_TOOL = /(?:^|[^A-Za-z])mcp(?:__|[_.:])/i

/**
 * Whether a trigger may be said to a session: one word of letters, digits and `@ . / : + - _` that gives no order. Whatever else a
 * program printed is a stranger's text and is not repeated.
 */
export const isSayable = (word: string): boolean =>
  word.length > 1 &&
  word.length <= MAX_CHARS &&
  FORM.test(word) &&
  /[A-Za-z0-9]/.test(word) &&
  !SERVER_TOOL.test(word) &&
  !isOrder(word)

/** Whether the name of a program, with its sub-command, may be said: `gh pr view`. */
export const isSayableProgram = (program: string): boolean => {
  const words = program.split(' ')
  return (
    words.length <= MOST_WORDS && words.every((word) => /^[\w.+:-]{1,40}$/.test(word)) && isSayable(words.join('-'))
  )
}

const MOST_WORDS = 3

/** An order can be spelled with dashes: `ignore-previous-instructions`. A name with many words in it is read as a sentence. */
const isOrder = (word: string): boolean => {
  const spaced = word.replaceAll(/[^A-Za-z0-9]+/g, ' ').trim()
  return spaced.includes(' ') && isInstruction(spaced)
}
