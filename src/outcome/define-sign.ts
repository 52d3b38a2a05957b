import type { Cause } from '../schema/outcome.ts'

/** How one line of a program's output gives its outcome away. */
export interface Sign {
  rule: string
  cause: Cause | undefined
  /** Counts only this near to the end: further up it was reported and got over. */
  withinLines: number
  matches: (line: string) => boolean
  patterns: readonly string[]
}

/** Patterns that begin with `^` are tried at the start of the line only, all others anywhere in it. */
export const defineSign = (
  rule: string,
  cause: Cause | undefined,
  withinLines: number,
  ...patterns: string[]
): Sign => ({
  rule,
  cause,
  withinLines,
  matches: createMatcher(patterns),
  patterns,
})

/**
 * One test for many patterns. A plain alternation would try every anchored pattern again at every character; a sticky
 * one tries it once, which makes reading a page of output twenty times cheaper.
 */
export const createMatcher = (patterns: readonly string[]): ((line: string) => boolean) => {
  const anchored = patterns.filter((pattern) => pattern.startsWith('^'))
  const floating = patterns.filter((pattern) => !pattern.startsWith('^'))
  const atStart = anchored.length === 0 ? undefined : new RegExp(anchored.map((one) => one.slice(1)).join('|'), 'y')
  const anywhere = floating.length === 0 ? undefined : new RegExp(floating.join('|'))
  return (line) => {
    if (atStart !== undefined) {
      atStart.lastIndex = 0
      if (atStart.test(line)) return true
    }
    return anywhere !== undefined && anywhere.test(line)
  }
}
