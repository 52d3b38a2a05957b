import { isInstruction } from '../trust/text.ts'

/** The longest trigger that a lesson may contain. */
const MAX_CHARS = 80
const FORM = /^[A-Za-z0-9@./:+_-]+$/
/** Names of MCP tools come from the makers of their servers. */
const SERVER_TOOL = /(?:^|[^A-Za-z])mcp(?:__|[_.:])/i

/**
 * Whether a trigger may be told to a session: one word of letters, digits and `@ . / : + - _` that gives no order.
 * Everything else that a program printed is a stranger's text and is not repeated.
 */
export const isSayable = (word: string): boolean =>
  word.length > 1 &&
  word.length <= MAX_CHARS &&
  FORM.test(word) &&
  /[A-Za-z0-9]/.test(word) &&
  !SERVER_TOOL.test(word) &&
  !isOrder(word)

/** Whether the name of a program, with its sub-command, may be told to a session: `gh pr view`. */
export const isSayableProgram = (program: string): boolean => {
  const words = program.split(' ')
  return (
    words.length <= MOST_WORDS && words.every((word) => /^[\w.+:-]{1,40}$/.test(word)) && isSayable(words.join('-'))
  )
}

const MOST_WORDS = 3

/**
 * An order can be spelled with dashes: `ignore-previous-instructions`. So a name with many words counts as a sentence.
 */
const isOrder = (word: string): boolean => {
  const spaced = word.replaceAll(/[^A-Za-z0-9]+/g, ' ').trim()
  return spaced.includes(' ') && isInstruction(spaced)
}
