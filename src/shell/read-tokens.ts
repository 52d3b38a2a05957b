import { parseShell } from './grammar.ts'
import { readPlain } from './plain.ts'
import { readTree } from './read-tree.ts'
import { MAX_SHELL_CHARS, type ShellTokens } from './token.ts'

/**
 * How many lines are remembered: several readers ask about the same call in a row, for its kind, its rule and its
 * shape.
 */
const MAX_REMEMBERED = 256
const remembered = new Map<string, ShellTokens>()

/**
 * Takes a command line apart as bash would. Undefined where the line is unreadable: over 8 KB, with NUL, or made to be slow. Never
 * throws.
 */
export const readTokens = (text: string): ShellTokens | undefined => {
  const known = remembered.get(text)
  if (known !== undefined) return known
  const tokens = read(text)
  if (remembered.size >= MAX_REMEMBERED) remembered.clear()
  if (tokens !== undefined) remembered.set(text, tokens)
  return tokens
}

const read = (text: string): ShellTokens | undefined => {
  if (text.length > MAX_SHELL_CHARS) return undefined
  const plain = readPlain(text)
  if (plain !== undefined) return { tokens: plain, sound: true }
  const tree = parseShell(text)
  if (tree === undefined) return undefined
  try {
    return readTree(text, tree)
  } finally {
    tree.delete()
  }
}
