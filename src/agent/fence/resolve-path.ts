import { lstat, readlink } from 'node:fs/promises'
import { dirname, isAbsolute, join, parse, resolve, sep } from 'node:path'

/**
 * Resolves a path: it follows every link, also one whose target does not exist, and takes `..` from the link's target.
 * Parts that do not exist stay as they are. Unlike realpath it works for files that are yet to be made, and the
 * returned path contains no link. Undefined if links form a circle.
 */
export const resolvePath = async (path: string): Promise<string | undefined> => {
  const { root } = parse(resolve(path))
  const waiting = partsOf(isAbsolute(path) ? path : resolve(path))
  let at = root
  let links = 0
  for (let part = waiting.shift(); part !== undefined; part = waiting.shift()) {
    if (part === '..') {
      at = dirname(at)
      continue
    }
    const next = join(at, part)
    const target = await linkAt(next)
    if (target === undefined) {
      at = next
      continue
    }
    if (++links > MAX_LINKS) return undefined
    if (isAbsolute(target)) at = parse(target).root
    waiting.unshift(...partsOf(target))
  }
  return at
}

/** The same limit as in Linux. */
const MAX_LINKS = 40

/** `normalize` is not used: `link/..` is the parent of the link's target. */
const partsOf = (path: string): string[] =>
  path
    .slice(parse(path).root.length)
    .split(sep)
    .filter((part) => part !== '' && part !== '.')

/** Undefined if the path is no link, does not exist or cannot be read; opening it later reports the problem. */
const linkAt = async (path: string): Promise<string | undefined> => {
  try {
    return (await lstat(path)).isSymbolicLink() ? await readlink(path) : undefined
  } catch {
    return undefined
  }
}

/** Whether a path is the directory or lies below it; both must be resolved. */
export const isWithin = (path: string, directory: string): boolean =>
  path === directory || path.startsWith(directory.endsWith(sep) ? directory : `${directory}${sep}`)
