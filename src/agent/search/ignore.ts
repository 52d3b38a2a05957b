import { compileSegments } from './glob.ts'

/** The rules of one .gitignore for paths below its directory. */
export interface IgnoreRules {
  /** How many path parts lead to the directory of the file. */
  depth: number
  rules: readonly IgnoreRule[]
}

interface IgnoreRule {
  isNegated: boolean
  isForDirectories: boolean
  matches(parts: readonly string[]): boolean
}

/**
 * Reads the syntax of git: comments, `!`, leading and trailing `/`, `**`. Any text gives some rules, without an error.
 */
export const parseIgnore = (text: string, depth: number): IgnoreRules => ({
  depth,
  rules: text
    .replace(/^\uFEFF/, '')
    .split('\n', MAX_LINES)
    .flatMap((line) => ruleOf(line.replace(/\r$/, '')) ?? []),
})

/**
 * The last matching rule decides; rules of deeper directories come last. `parts` is a path below the start of the
 * walk.
 */
export const isIgnored = (
  stack: readonly IgnoreRules[],
  parts: readonly string[],
  { isDirectory }: { isDirectory: boolean },
): boolean => {
  for (const { depth, rules } of stack.toReversed()) {
    const below = parts.slice(depth)
    const rule = rules.findLast((one) => (isDirectory || !one.isForDirectories) && one.matches(below))
    if (rule !== undefined) return !rule.isNegated
  }
  return false
}

const MAX_LINES = 5_000
const MAX_LINE_CHARS = 1_000

const ruleOf = (line: string): IgnoreRule | undefined => {
  // Trailing blanks do not count unless the last one is escaped.
  let text = /\\ +$/.test(line) ? line : line.trimEnd()
  if (text === '' || text.startsWith('#') || text.length > MAX_LINE_CHARS) return undefined
  const isNegated = text.startsWith('!')
  if (isNegated) text = text.slice(1)
  const isForDirectories = text.endsWith('/')
  if (isForDirectories) text = text.slice(0, -1)
  if (text === '') return undefined
  const segments = text.split('/').filter((segment) => segment !== '')
  // A slash anywhere but at the end ties the pattern to its directory.
  const isTied = text.includes('/')
  // `a/**` matches what lies below `a`, not `a` itself.
  const all = segments.at(-1) === '**' && segments.length > 1 ? [...segments, '*'] : segments
  return { isNegated, isForDirectories, matches: compileSegments(isTied ? all : ['**', ...all]) }
}
