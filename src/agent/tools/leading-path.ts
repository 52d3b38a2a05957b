import { readdirSync, realpathSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'

/** A pattern that matches more files than this counts as one that leads out. */
const MAX_MATCHES = 2_000

/**
 * Makes a function that resolves a path with all links on the disk. For a path that does not exist yet, it resolves
 * the nearest directory; for a pattern, it returns the first match that leads out of the roots, if there is one.
 */
export const createLeadingPath = (roots: readonly string[]): ((path: string) => string | undefined) => {
  const isInside = (path: string): boolean =>
    roots.some((root) => path === root || path.startsWith(root.endsWith(sep) ? root : root + sep))
  return (path) => {
    if (!PATTERN.test(path)) return nearest(path)
    const matches = matchesOf(path)
    if (matches === undefined) return sep
    const real = matches.map(nearest)
    return (
      real.find((one) => one !== undefined && !isInside(one)) ?? real[0] ?? nearest(path.slice(0, path.search(PATTERN)))
    )
  }
}

const PATTERN = /[*?[]/

const nearest = (path: string): string | undefined => {
  for (let at = path; ; at = dirname(at)) {
    try {
      return realpathSync(at)
    } catch {
      if (dirname(at) === at) return undefined
    }
  }
}

/** Files and directories that a pattern may match, and a few more; undefined if there are too many. */
const matchesOf = (pattern: string): string[] | undefined => {
  const parts = pattern.split(/[/\\]/)
  let found = [parts[0] === '' ? sep : (parts[0] ?? '')]
  for (const part of parts.slice(1)) {
    if (part === '') continue
    found = PATTERN.test(part)
      ? found.flatMap((directory) => namesLike(part, directory).map((name) => join(directory, name)))
      : found.map((at) => join(at, part))
    if (found.length > MAX_MATCHES) return undefined
  }
  return found
}

/** Compares only the beginning and the end: a name too many causes a question, a name too few would open a way out. */
const namesLike = (part: string, directory: string): string[] => {
  const beginning = part.slice(0, part.search(PATTERN))
  const end = part.slice(Math.max(part.lastIndexOf('*'), part.lastIndexOf('?'), part.lastIndexOf(']')) + 1)
  try {
    return readdirSync(directory).filter((name) => name.startsWith(beginning) && name.endsWith(end))
  } catch {
    return []
  }
}
