import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { setFlagsFromString } from 'node:v8'
import { Language, Parser, type Tree } from 'web-tree-sitter'
import { MAX_SHELL_CHARS } from './token.ts'

/**
 * Parsing that takes longer is given up: the line is made to be slow. A short line cannot take the parser long, however it is made, so
 * it gets more time. The processor's time counts, not the clock's: on a busy machine the same line gets the same answer.
 */
const MAX_PARSE_MS = 50
const MAX_SHORT_PARSE_MS = 500
const SHORT_CHARS = 1000

/** The parser looks at its watch too rarely among pipes: this many take it longer than its limit. */
const MAX_PIPES = 400

/** The grammar is one giant function: to optimise it takes 450 MB, and the few thousand lines of an import gain nothing from it. */
const BASELINE_ONLY = ['--liftoff-only', '--no-wasm-tier-up', '--no-wasm-dynamic-tiering']

const startParser = async (): Promise<Parser> => {
  for (const flag of BASELINE_ONLY) setFlagsFromString(flag)
  const find = createRequire(import.meta.url)
  const [wasm] = await Promise.all([
    readFile(find.resolve('tree-sitter-bash/tree-sitter-bash.wasm')),
    // Without its own file it would look below the current directory.
    Parser.init({ locateFile: (name: string) => find.resolve(`web-tree-sitter/${name}`) }),
  ])
  const parser = new Parser()
  parser.setLanguage(await Language.load(wasm))
  return parser
}

/** Loading takes some 30 ms, so hooks at a session's start and message must not import this file. */
let parser: Parser | undefined = await startParser()

/**
 * The tree of a command line by the grammar of bash; the caller deletes it. Undefined where the line is too long, holds NUL, takes
 * too long, or broke the parser.
 */
export const parseShell = (text: string): Tree | undefined => {
  if (parser === undefined || text.length > MAX_SHELL_CHARS || text.includes('\0') || hasManyPipes(text))
    return undefined
  const deadline = workedMs() + (text.length > SHORT_CHARS ? MAX_PARSE_MS : MAX_SHORT_PARSE_MS)
  try {
    const tree = parser.parse(text, null, { progressCallback: () => workedMs() > deadline })
    if (tree === null) parser.reset()
    return tree ?? undefined
  } catch {
    replaceParser()
    return undefined
  }
}

/** How long this thread has worked so far. */
const workedMs = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

const hasManyPipes = (text: string): boolean => {
  let count = 0
  for (let at = text.indexOf('|'); at >= 0; at = text.indexOf('|', at + 1)) if (++count > MAX_PIPES) return true
  return false
}

/** A parser that threw may be dead, and with it its module. Until another one is there, lines are unreadable. */
const replaceParser = (): void => {
  parser = undefined
  startParser().then(
    (fresh) => {
      parser = fresh
    },
    () => {},
  )
}
