import { mixOf } from '../lib/hash.ts'
import { toolFacts } from '../outcome/tools.ts'
import { signatureOf } from '../profile/signature.ts'
import { knownError } from '../trust/words/error-line.ts'

/** Only this many first and last lines of a long output are read: commands announce themselves, and fail at the end. */
const FIRST_LINES = 4
const LAST_LINES = 10
/** What an error says in fewer letters, others say too. */
const FEWEST_LETTERS = 8
const LONGEST_LOOKED_AT = 4_000
/** What is longer is not the name of a tool. */
const LONGEST_TOOL_CHARS = 400

/**
 * The keys by which a hint for an error is found: tool and message, for every line that could be the message. Of a message in words
 * that we know the key is made of those words, because that is all that a recovery says of it; of any other with what varies
 * replaced. Shells are one tool, whatever an agent calls its own. None where the error says nothing but that it is one.
 */
export const hintKeys = (tool: string, message: string): string[] => {
  if (tool.length > LONGEST_TOOL_CHARS) return []
  const name = toolFacts(tool).family === 'shell' ? 'shell' : tool.toLowerCase()
  const keys = new Set<string>()
  for (const line of linesOf(message)) {
    const plain = knownWords(line) ?? normalised(line)
    if (saysSomething(plain)) keys.add(mixOf('hint', name, plain.toLowerCase()).slice(0, KEY_DIGITS))
  }
  return [...keys]
}

const KEY_DIGITS = 16

/** Twice, because a recovery shows what the first time gives. */
const knownWords = (line: string): string | undefined => {
  const known = knownError(line)
  return known === undefined ? undefined : (knownError(known) ?? known)
}

const normalised = (line: string): string =>
  signatureOf({ tool: '', kind: 'general', evidence: line, rule: '', subject: '' }).message

/** The text as one line, and its first and last lines alone. */
const linesOf = (message: string): string[] => {
  const half = LONGEST_LOOKED_AT / 2
  const looked = message.length > LONGEST_LOOKED_AT ? `${message.slice(0, half)}\n${message.slice(-half)}` : message
  const lines = looked
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  return [lines.join(' '), ...lines.slice(0, FIRST_LINES), ...lines.slice(-LAST_LINES)]
}

const saysSomething = (plain: string): boolean => {
  const letters = plain.replaceAll(/<[a-z.]{1,8}>/g, '').replaceAll(/[^\p{L}]/gu, '')
  return letters.length >= FEWEST_LETTERS && !SAYS_NOTHING.test(letters)
}

const SAYS_NOTHING = /^(?:nooutput|(?:command|process|script)?(?:exited|exit|failed)(?:with)?(?:code|status)?)$/i
