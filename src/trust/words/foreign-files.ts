import { EVERYTHING } from '../../profile/foreign-paths.ts'
import type { ForeignPath } from '../../schema/harvest.ts'

/** A session that brought files from elsewhere. Its paths are whole, seen from the root of the machine. */
export interface Bringer {
  session: string
  /** Root of its project, or its directory. */
  root: string
  paths: readonly ForeignPath[]
}

/** What came into projects from elsewhere: words of strangers, in their names as well as in them. */
export interface ForeignFiles {
  /** Whether a path of a project came from elsewhere or lies below something that did. */
  holds(path: string): boolean
  /** Whether everything in a session counts as a stranger's text. */
  holdsAllOf(session: string): boolean
}

/** Gathers what any of the sessions brought: it stays foreign for the rest of that session and for later ones. */
export const foreignFiles = (bringers: readonly Bringer[]): ForeignFiles => {
  const roots = new Set<string>()
  const sessions = new Set<string>()
  const holds = (path: string): boolean => {
    for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1))
      if (roots.has(path.slice(0, end))) return true
    return false
  }
  const isElsewhere = (from: string | undefined, root: string): boolean =>
    from === undefined || holds(from) || (isRooted(from) && from !== root && !from.startsWith(`${root}/`))
  for (const { session, root, paths } of bringers) {
    for (const { to, from } of paths) {
      if (!isElsewhere(from, root)) continue
      if (to === EVERYTHING) sessions.add(session)
      // A copy over the project itself makes nothing of it foreign that was there before.
      else if (to !== root && !root.startsWith(`${to}/`)) roots.add(to)
    }
  }
  return { holds, holdsAllOf: (session) => sessions.has(session) }
}

const isRooted = (path: string): boolean => /^(?:[/~]|[A-Za-z]:\/)/.test(path)
