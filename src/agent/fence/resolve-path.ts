import { lstat, readlink } from 'node:fs/promises'
import { dirname, isAbsolute, join, parse, resolve, sep } from 'node:path'

/**
 * Where a path really leads: every link followed, also one whose target does not exist, `..` taken from where the links have led.
 * What does not exist stays as it is behind what does. Unlike realpath it answers for files that are yet to be made, and
 * a caller that uses the answer, and not what was asked, meets no link on the way. Undefined where links go round in a circle.
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

/** As many as Linux follows. */
const MAX_LINKS = 40

/** Not `normalize`: `link/..` is the parent of where the link leads. */
const partsOf = (path: string): string[] =>
  path
    .slice(parse(path).root.length)
    .split(sep)
    .filter((part) => part !== '' && part !== '.')

/** What is no link, does not exist or cannot be looked at is taken as it is: opening it will say so. */
const linkAt = async (path: string): Promise<string | undefined> => {
  try {
    return (await lstat(path)).isSymbolicLink() ? await readlink(path) : undefined
  } catch {
    return undefined
  }
}

/** Whether a path is a directory or lies below it; both already resolved. */
export const isWithin = (path: string, directory: string): boolean =>
  path === directory || path.startsWith(directory.endsWith(sep) ? directory : `${directory}${sep}`)
