import { compileSegments } from './glob.ts'

/** The rules of one .gitignore, for paths below the directory it stands in. */
export interface IgnoreRules {
  /** How many parts of a path lead to its directory. */
  depth: number
  rules: readonly IgnoreRule[]
}

interface IgnoreRule {
  isNegated: boolean
  isForDirectories: boolean
  matches(parts: readonly string[]): boolean
}

/** Reads what git reads: comments, `!`, `/` at the beginning and at the end, `**`. A file of any contents gives some rules. */
export const parseIgnore = (text: string, depth: number): IgnoreRules => ({
  depth,
  rules: text
    .replace(/^\uFEFF/, '')
    .split('\n', MAX_LINES)
    .flatMap((line) => ruleOf(line.replace(/\r$/, '')) ?? []),
})

/** The last rule that speaks of a path decides, those of deeper directories last. `parts` is a path below where the walk began. */
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
  // Blanks at the end do not count unless the last one is escaped.
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
  // `a/**` is what lies below `a`, not `a` itself.
  const all = segments.at(-1) === '**' && segments.length > 1 ? [...segments, '*'] : segments
  return { isNegated, isForDirectories, matches: compileSegments(isTied ? all : ['**', ...all]) }
}
