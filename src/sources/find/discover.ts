import { readdirSync, realpathSync, statSync } from 'node:fs'
import { basename, join, sep } from 'node:path'
import { messageOf } from '../../lib/error.ts'
import { addFile, type Discovery, type Lookout, recogniseRest, type Search } from './found-files.ts'
import type { Place } from '../../schema/place.ts'
import type { Source } from '../source.ts'

export type { Discovery, FoundFile, Lookout } from './found-files.ts'

/** Deeper than any agent's layout; a guard beside the one against symlink loops. */
const MAX_DEPTH = 12
const SKIPPED_DIRECTORIES = new Set(['node_modules', '.git'])

/** The history of the given sources at their default locations. */
export const discoverDefaults = (
  sources: readonly Source[],
  place: Place,
  lookout: Lookout = {},
): Promise<Discovery> => {
  const search = nothing()
  for (const source of sources) {
    for (const location of source.locations(place)) look(search, location, source, { required: false, lookout })
  }
  return recogniseRest(search)
}

/** Finds the history at a path: of the given source, or of the source that recognises it. */
export const discoverPath = async (
  path: string,
  source: Source | undefined,
  lookout: Lookout = {},
): Promise<Discovery> => {
  const search = nothing()
  look(search, path, source, { required: true, lookout })
  const discovery = await recogniseRest(search)
  const unknown = discovery.issues.filter((issue) => issue.code === 'unknown-format')
  if (unknown.length <= MOST_NAMED) return discovery
  const named = new Set(unknown.slice(0, MOST_NAMED))
  const issues = discovery.issues.filter((issue) => issue.code !== 'unknown-format' || named.has(issue))
  const message = `${unknown.length - MOST_NAMED} more files below this place were not recognised`
  issues.push({ source: source?.name, path, code: 'unknown-format', message })
  return { ...discovery, issues }
}

/** Files that were not recognised are named up to this number: a person may have named a whole disk. */
const MOST_NAMED = 1_000

const nothing = (): Search => ({ files: [], roots: [], issues: [], unknown: [] })

const look = (
  search: Search,
  root: string,
  source: Source | undefined,
  { required, lookout }: { required: boolean; lookout: Lookout },
) => {
  let stat: ReturnType<typeof statSync>
  try {
    stat = statSync(root)
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')
    if (isMissing && !required) return
    search.issues.push({
      source: source?.name,
      path: root,
      code: isMissing ? 'no-such-path' : 'unreadable',
      message: isMissing ? 'there is no such file or directory' : messageOf(error),
    })
    return
  }
  if (!stat.isDirectory() && !stat.isFile()) {
    const message = 'neither a file nor a directory'
    search.issues.push({ source: source?.name, path: root, code: 'unreadable', message })
    return
  }
  search.roots.push({ source, path: root })
  if (stat.isDirectory()) {
    // Joining makes paths normal.
    const prefix = join(root, 'x').slice(0, -1)
    const nameFrom = prefix.length
    const at = {
      root,
      realRoot: '',
      directory: root,
      prefix,
      real: undefined,
      nameFrom,
      source,
      lookout,
      depth: 0,
      required,
    }
    walk(search, { ...at, visited: new Set() })
  } else addFile(search, { root, path: root, name: basename(root), source, lookout, stat, given: true })
}

interface Walk {
  root: string
  /** The root without symbolic links on the way; links that lead outside of it are not followed. */
  realRoot: string
  directory: string
  /** What the path of a file in the directory begins with. */
  prefix: string
  /** The directory without symbolic links on the way, where that is known without asking. */
  real: string | undefined
  /** Where, in a path below the root, the name begins. */
  nameFrom: number
  source: Source | undefined
  lookout: Lookout
  depth: number
  /** A person named this place: every file that is not recognised is told. */
  required: boolean
  visited: Set<string>
}

const walk = (search: Search, at: Walk): void => {
  let entries: { name: string; isDirectory(): boolean; isFile(): boolean; isSymbolicLink(): boolean }[]
  try {
    at.real ??= realpathSync.native(at.directory)
    if (at.depth === 0) at.realRoot = at.real
    if (at.visited.has(at.real) || at.depth > MAX_DEPTH) return
    at.visited.add(at.real)
    entries = readdirSync(at.directory, { withFileTypes: true })
  } catch (error) {
    search.issues.push({
      source: at.source?.name,
      path: at.directory,
      code: 'unreadable',
      message: messageOf(error),
    })
    return
  }
  entries.sort((a, b) => (a.name < b.name ? -1 : 1))
  for (const entry of entries) {
    const path = at.prefix + entry.name
    if (entry.isDirectory()) enter(search, at, path, entry.name, below(at.real, entry.name))
    else if (entry.isFile()) consider(search, at, path)
    else if (entry.isSymbolicLink()) follow(search, at, path, entry.name)
  }
}

const enter = (search: Search, at: Walk, path: string, name: string, real?: string): void => {
  if (!SKIPPED_DIRECTORIES.has(name))
    walk(search, { ...at, directory: path, prefix: path + sep, real, depth: at.depth + 1 })
}

/** `join` for a path that is normal already, at a fraction of its cost. */
const below = (directory: string, name: string): string =>
  directory.endsWith(sep) ? directory + name : directory + sep + name

/**
 * Otherwise a program that can put a link into a history directory could make us read any file of this user. A link that stays inside is
 * followed, and so is a root that is a link: a person or an agent's settings chose it.
 */
const follow = (search: Search, at: Walk, path: string, name: string): void => {
  try {
    const target = statSync(path)
    const isDirectory = target.isDirectory()
    if (isDirectory ? SKIPPED_DIRECTORIES.has(name) : !target.isFile() || !isOfInterest(at, path)) return
    const real = realpathSync.native(path)
    if (!isInside(at.realRoot, real)) {
      const message = `a link to ${real}, outside of ${at.root}, was not followed; \`warmstart sync --path\` reads what you name`
      search.issues.push({ source: at.source?.name, path, code: 'link-outside', message })
    } else if (isDirectory) enter(search, at, path, name, real)
    else consider(search, at, path)
  } catch (error) {
    // A dangling link is nothing; a loop of links is worth a word.
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return
    search.issues.push({ source: at.source?.name, path, code: 'unreadable', message: messageOf(error) })
  }
}

const isInside = (directory: string, path: string): boolean =>
  path === directory || path.startsWith(directory.endsWith(sep) ? directory : directory + sep)

/** The path below the root, with slashes. Paths are joined to the root, and asking for the relative path costs more than the look itself. */
const nameBelow = (at: Walk, path: string): string => {
  const rest = path.slice(at.nameFrom)
  return sep === '/' ? rest : rest.replaceAll(sep, '/')
}

const isOfInterest = (at: Walk, path: string): boolean => {
  const name = nameBelow(at, path)
  return at.source === undefined
    ? /\.(jsonl|json|ndjson|db|sqlite|traj|eval)(\.|$)/i.test(name)
    : at.source.accepts(name) !== undefined
}

const consider = (search: Search, at: Walk, path: string): void => {
  if (!isOfInterest(at, path)) {
    if (at.required && !SIDE_FILE.test(path)) {
      const message =
        at.source === undefined
          ? 'history is kept in files called .jsonl, .json, .ndjson, .db, .sqlite, .traj or .eval'
          : `${at.source.title} gives no such name to a file with history`
      search.issues.push({ source: at.source?.name, path, code: 'unknown-format', message })
    }
    return
  }
  try {
    addFile(search, {
      root: at.root,
      path,
      name: nameBelow(at, path),
      source: at.source,
      lookout: at.lookout,
      stat: statSync(path),
      given: at.required,
    })
  } catch (error) {
    search.issues.push({ source: at.source?.name, path, code: 'unreadable', message: messageOf(error) })
  }
}

/** What databases and file managers leave beside other files. */
const SIDE_FILE = /(?:-wal|-shm|-journal|[/\\]\.DS_Store|[/\\]Thumbs\.db)$/
