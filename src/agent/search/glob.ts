/** Whether a path matches; it has slashes and is relative to the pattern's directory. */
export type GlobMatcher = (path: string) => boolean

/**
 * Compiles a glob as in shells and .gitignore: `*`, `?`, `[a-z]`, `**`, `{a,b}`. A pattern without a slash matches the
 * last part of a path, one with a slash the whole path. Matching takes time in proportion to pattern times path; no
 * regular expression is involved.
 */
export const compileGlob = (pattern: string): GlobMatcher => {
  const matchers = expandBraces(pattern.slice(0, MAX_PATTERN_CHARS)).map(compileOne)
  return (path) => matchers.some((matches) => matches(path))
}

/** The same for a pattern that is already split, without braces, which .gitignore does not know. */
export const compileSegments = (segments: readonly string[]): ((parts: readonly string[]) => boolean) => {
  const compiled = segments.map((segment) => (segment === '**' ? undefined : compileSegment(segment)))
  return (parts) =>
    matchWithStars(compiled, parts, {
      isStar: (one) => one === undefined,
      fits: (one, part) => one?.(part) === true,
    })
}

const MAX_PATTERN_CHARS = 1_000
const MAX_ALTERNATIVES = 64

const compileOne = (pattern: string): GlobMatcher => {
  const segments = pattern.split('/').filter((segment) => segment !== '' && segment !== '.')
  const matches = compileSegments(segments)
  if (segments.length > 1 || pattern.startsWith('/')) return (path) => matches(path.split('/'))
  return (path) => matches([path.slice(path.lastIndexOf('/') + 1)])
}

/** `a{b,c}` becomes `ab` and `ac`; beyond 64 alternatives braces are taken literally. */
const expandBraces = (pattern: string): string[] => {
  let done = [pattern]
  for (let round = 0; round < MAX_ALTERNATIVES; round++) {
    const at = done.findIndex((one) => BRACES.test(one))
    const one = done[at]
    const found = one === undefined ? null : BRACES.exec(one)
    if (one === undefined || found === null) break
    const options = (found[1] ?? '').split(',')
    if (done.length + options.length > MAX_ALTERNATIVES) break
    const [head, tail] = [one.slice(0, found.index), one.slice(found.index + found[0].length)]
    done = [...done.slice(0, at), ...options.map((option) => head + option + tail), ...done.slice(at + 1)]
  }
  return done
}

const BRACES = /\{([^{}]*,[^{}]*)\}/

type Token = { kind: 'star' } | { kind: 'one'; fits(char: string): boolean }

const compileSegment = (segment: string): ((text: string) => boolean) => {
  if (!/[*?[\\]/.test(segment)) return (text) => text === segment
  const tokens = tokensOf(segment)
  return (text) =>
    matchWithStars(tokens, [...text], {
      isStar: (token) => token.kind === 'star',
      fits: (token, char) => token.kind === 'one' && token.fits(char),
    })
}

const tokensOf = (segment: string): Token[] => {
  const chars = [...segment]
  const tokens: Token[] = []
  for (let at = 0; at < chars.length; at++) {
    const char = chars[at] ?? ''
    if (char === '*') {
      if (tokens.at(-1)?.kind !== 'star') tokens.push({ kind: 'star' })
    } else if (char === '?') tokens.push({ kind: 'one', fits: () => true })
    else if (char === '[') {
      const end = chars.indexOf(']', chars[at + 1] === '!' || chars[at + 1] === '^' ? at + 3 : at + 2)
      if (end < 0) tokens.push(literal(char))
      else {
        tokens.push({ kind: 'one', fits: classOf(chars.slice(at + 1, end)) })
        at = end
      }
    } else if (char === '\\' && at + 1 < chars.length) tokens.push(literal(chars[++at] ?? ''))
    else tokens.push(literal(char))
  }
  return tokens
}

const literal = (wanted: string): Token => ({ kind: 'one', fits: (char) => char === wanted })

const classOf = (chars: readonly string[]): ((char: string) => boolean) => {
  const isNegated = chars[0] === '!' || chars[0] === '^'
  const body = isNegated ? chars.slice(1) : chars
  const ranges: [string, string][] = []
  for (let at = 0; at < body.length; at++) {
    const from = body[at] ?? ''
    const to = body[at + 1] === '-' && at + 2 < body.length ? (body[at + 2] ?? from) : from
    if (to !== from) at += 2
    ranges.push([from, to])
  }
  return (char) => ranges.some(([from, to]) => char >= from && char <= to) !== isNegated
}

interface StarRules<P, T> {
  isStar(pattern: P): boolean
  fits(pattern: P, item: T): boolean
}

/** A star matches any number of items. Only the last star is ever retried, so this cannot take exponential time. */
const matchWithStars = <P, T>(
  pattern: readonly P[],
  items: readonly T[],
  { isStar, fits }: StarRules<P, T>,
): boolean => {
  let [at, item] = [0, 0]
  let [star, taken] = [-1, 0]
  while (item < items.length) {
    if (at < pattern.length && !isStar(pattern[at] as P) && fits(pattern[at] as P, items[item] as T)) {
      at++
      item++
    } else if (at < pattern.length && isStar(pattern[at] as P)) {
      star = at++
      taken = item
    } else if (star >= 0) {
      at = star + 1
      item = ++taken
    } else return false
  }
  while (at < pattern.length && isStar(pattern[at] as P)) at++
  return at === pattern.length
}
