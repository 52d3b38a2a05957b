import { mixOf } from '../lib/hash.ts'
import { readToolFacts } from '../outcome/tool-facts.ts'
import { readSignature } from '../profile/signature.ts'
import { knownError } from '../trust/words/error-line.ts'

/**
 * Only this many first and last lines of a long output are read, because commands announce themselves first and fail
 * last.
 */
const FIRST_LINES = 4
const LAST_LINES = 10
/** A message with fewer letters than this is too common to identify an error. */
const FEWEST_LETTERS = 8
const LONGEST_LOOKED_AT = 4_000
/** A longer text is not the name of a tool. */
const LONGEST_TOOL_CHARS = 400

/**
 * The keys by which a hint for an error is found: tool and message, for every line that could be the message. If we
 * know words of the message, the key holds only these, because a recovery shows nothing else of it. Any other message
 * has its varying parts replaced. All shells count as one tool. Empty if the error says only that it is one.
 */
export const hintKeys = (tool: string, message: string): string[] => {
  if (tool.length > LONGEST_TOOL_CHARS) return []
  const name = readToolFacts(tool).family === 'shell' ? 'shell' : tool.toLowerCase()
  const keys = new Set<string>()
  for (const line of linesOf(message)) {
    const plain = knownWords(line) ?? normalised(line)
    if (saysSomething(plain)) keys.add(mixOf('hint', name, plain.toLowerCase()).slice(0, KEY_DIGITS))
  }
  return [...keys]
}

const KEY_DIGITS = 16

/** Applied twice, because a recovery shows what the first pass gives. */
const knownWords = (line: string): string | undefined => {
  const known = knownError(line)
  return known === undefined ? undefined : (knownError(known) ?? known)
}

const normalised = (line: string): string =>
  readSignature({ tool: '', kind: 'general', evidence: line, rule: '', subject: '' }).message

/** The text as one line, and each of its first and last lines. */
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
