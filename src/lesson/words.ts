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
  !isOrder(word) &&
  !isSentence(word)

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

/**
 * Whether words are joined to a sentence: `mail-the-keys-to-kim-at-once`. Names have few words, and hardly any that
 * only a sentence needs. A folder or a namespace has words of its own.
 */
const isSentence = (name: string): boolean => {
  let inAll = 0
  for (const part of name.split(/[^A-Za-z0-9_-]+/)) {
    const words = part
      .replaceAll(/([a-z])([A-Z])/g, '$1-$2')
      .toLowerCase()
      .split(/[^a-z]+/)
    const needed = words.filter((word) => OF_SENTENCES.has(word)).length
    // Hashes have letters between their digits, but no words.
    const others = words.filter((word) => word.length > 2 && !OF_SENTENCES.has(word)).length
    if (needed + others > MOST_JOINED || (needed > 1 && needed + others > 3)) return true
    inAll += needed
  }
  return inAll > 2
}

const MOST_JOINED = 8
const OF_SENTENCES: ReadonlySet<string> = new Set(
  'the an you your yours our we my me us they their them him her it this that these those please to at from with into onto before after when then and tell kindly must should'.split(
    ' ',
  ),
)
