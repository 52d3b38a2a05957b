import { readdirSync, realpathSync, statSync } from 'node:fs'
import { basename, join, sep } from 'node:path'
import { messageOf } from '../../lib/error.ts'
import { recognise, type Recognition } from './recognise.ts'
import type { Place } from '../../schema/place.ts'
import type { FileShape, Source } from '../source.ts'

/** A file with history in it. */
export interface FoundFile {
  source: Source
  path: string
  /** The location or the given path it was found under. */
  root: string
  shape: FileShape
  rank: number
  size: number
  modifiedAt: number
}

/** A place that could not or must not be looked into, or a file of no known format. */
interface DiscoveryIssue {
  source: string | undefined
  path: string
  code: 'unreadable' | 'unknown-format' | 'no-such-path' | 'link-outside'
  message: string
}

export interface Discovery {
  files: FoundFile[]
  /** Roots that were there and could be read: only below them can a file be missing. */
  roots: { source: Source | undefined; path: string }[]
  issues: DiscoveryIssue[]
}

/** Deeper than any agent's layout; a guard beside the one against symlink loops. */
const MAX_DEPTH = 12
const SKIPPED_DIRECTORIES = new Set(['node_modules', '.git'])

/** The history of the given sources at their default locations. */
export const discoverDefaults = (sources: readonly Source[], place: Place, lookout: Lookout = {}): Discovery => {
  const discovery = nothing()
  for (const source of sources) {
    for (const location of source.locations(place)) look(discovery, location, source, { required: false, lookout })
  }
  return discovery
}

/** What a search may know beforehand, and whom it tells. */
export interface Lookout {
  /** What the last run found a file to be: as long as it has not changed, it is not looked into again. */
  recall?:
    | ((path: string, size: number, modifiedAt: number) => { source: Source; shape: FileShape } | undefined)
    | undefined
  /** Told of every file as it is found. */
  onFile?: (file: FoundFile) => void
}

/** The history at a given path, of a given source or of whichever recognises it. */
export const discoverPath = (path: string, source: Source | undefined, lookout: Lookout = {}): Discovery => {
  const discovery = nothing()
  look(discovery, path, source, { required: true, lookout })
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

const nothing = (): Discovery => ({ files: [], roots: [], issues: [] })

const look = (
  discovery: Discovery,
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
    discovery.issues.push({
      source: source?.name,
      path: root,
      code: isMissing ? 'no-such-path' : 'unreadable',
      message: isMissing ? 'there is no such file or directory' : messageOf(error),
    })
    return
  }
  if (!stat.isDirectory() && !stat.isFile()) {
    const message = 'neither a file nor a directory'
    discovery.issues.push({ source: source?.name, path: root, code: 'unreadable', message })
    return
  }
  discovery.roots.push({ source, path: root })
  if (stat.isDirectory()) {
    // Joining makes paths normal.
    const nameFrom = join(root, 'x').length - 1
    const at = { root, realRoot: '', directory: root, real: undefined, nameFrom, source, lookout, depth: 0, required }
    walk(discovery, { ...at, visited: new Set() })
  } else addFile(discovery, { root, path: root, name: basename(root), source, lookout, stat, given: true })
}

interface Walk {
  root: string
  /** The root without symbolic links on the way; links that lead outside of it are not followed. */
  realRoot: string
  directory: string
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

const walk = (discovery: Discovery, at: Walk): void => {
  let entries: { name: string; isDirectory(): boolean; isFile(): boolean; isSymbolicLink(): boolean }[]
  try {
    at.real ??= realpathSync.native(at.directory)
    if (at.depth === 0) at.realRoot = at.real
    if (at.visited.has(at.real) || at.depth > MAX_DEPTH) return
    at.visited.add(at.real)
    entries = readdirSync(at.directory, { withFileTypes: true })
  } catch (error) {
    discovery.issues.push({
      source: at.source?.name,
      path: at.directory,
      code: 'unreadable',
      message: messageOf(error),
    })
    return
  }
  entries.sort((a, b) => (a.name < b.name ? -1 : 1))
  for (const entry of entries) {
    const path = join(at.directory, entry.name)
    if (entry.isDirectory()) enter(discovery, at, path, entry.name, join(at.real, entry.name))
    else if (entry.isFile()) consider(discovery, at, path)
    else if (entry.isSymbolicLink()) follow(discovery, at, path, entry.name)
  }
}

const enter = (discovery: Discovery, at: Walk, path: string, name: string, real?: string): void => {
  if (!SKIPPED_DIRECTORIES.has(name)) walk(discovery, { ...at, directory: path, real, depth: at.depth + 1 })
}

/**
 * Otherwise a program that can put a link into a history directory could make us read any file of this user. A link that stays inside is
 * followed, and so is a root that is a link: a person or an agent's settings chose it.
 */
const follow = (discovery: Discovery, at: Walk, path: string, name: string): void => {
  try {
    const target = statSync(path)
    const isDirectory = target.isDirectory()
    if (isDirectory ? SKIPPED_DIRECTORIES.has(name) : !target.isFile() || !isOfInterest(at, path)) return
    const real = realpathSync.native(path)
    if (!isInside(at.realRoot, real)) {
      const message = `a link to ${real}, outside of ${at.root}, was not followed; \`warmstart sync --path\` reads what you name`
      discovery.issues.push({ source: at.source?.name, path, code: 'link-outside', message })
    } else if (isDirectory) enter(discovery, at, path, name, real)
    else consider(discovery, at, path)
  } catch (error) {
    // A dangling link is nothing; a loop of links is worth a word.
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return
    discovery.issues.push({ source: at.source?.name, path, code: 'unreadable', message: messageOf(error) })
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

const consider = (discovery: Discovery, at: Walk, path: string): void => {
  if (!isOfInterest(at, path)) {
    if (at.required && !SIDE_FILE.test(path)) {
      const message =
        at.source === undefined
          ? 'history is kept in files called .jsonl, .json, .ndjson, .db, .sqlite, .traj or .eval'
          : `${at.source.title} gives no such name to a file with history`
      discovery.issues.push({ source: at.source?.name, path, code: 'unknown-format', message })
    }
    return
  }
  try {
    addFile(discovery, {
      root: at.root,
      path,
      name: nameBelow(at, path),
      source: at.source,
      lookout: at.lookout,
      stat: statSync(path),
      given: at.required,
    })
  } catch (error) {
    discovery.issues.push({ source: at.source?.name, path, code: 'unreadable', message: messageOf(error) })
  }
}

/** What databases and file managers leave beside other files. */
const SIDE_FILE = /(?:-wal|-shm|-journal|[/\\]\.DS_Store|[/\\]Thumbs\.db)$/

interface Candidate {
  root: string
  path: string
  /** Below the root, with slashes. */
  name: string
  source: Source | undefined
  lookout: Lookout
  stat: { size: number; mtimeMs: number }
  /** The person named it, or a place around it. */
  given: boolean
}

const addFile = (discovery: Discovery, { root, path, name, source, lookout, stat, given }: Candidate): void => {
  const known = source?.accepts(name)
  const recognition: Recognition =
    source !== undefined && known !== undefined
      ? { recognised: source, shape: known }
      : (recalled(lookout, path, stat, source) ?? recognise(path, source))
  const { recognised, shape, reason, problem } = recognition
  if (recognised === undefined || shape === undefined) {
    // In an agent's own folders unknown files are normal; at a place that a person named they are news.
    if (given || problem !== undefined) {
      const message = problem ?? reason ?? 'not the history of any agent we know'
      discovery.issues.push({
        source: source?.name,
        path,
        code: problem === undefined ? 'unknown-format' : 'unreadable',
        message,
      })
    }
    return
  }
  const size =
    shape === 'database' ? databaseSize(path, stat) : { size: stat.size, modifiedAt: Math.round(stat.mtimeMs) }
  const file = { source: recognised, path, root, shape, rank: recognised.rank?.(name) ?? 0, ...size }
  discovery.files.push(file)
  lookout.onFile?.(file)
}

const recalled = (
  { recall }: Lookout,
  path: string,
  stat: { size: number; mtimeMs: number },
  wanted: Source | undefined,
) => {
  const before = recall?.(path, stat.size, Math.round(stat.mtimeMs))
  if (before === undefined || (wanted !== undefined && wanted !== before.source)) return undefined
  return { recognised: before.source, shape: before.shape }
}

/** A database changes when its write-ahead log does. */
const databaseSize = (path: string, stat: { size: number; mtimeMs: number }): { size: number; modifiedAt: number } => {
  try {
    const log = statSync(`${path}-wal`)
    return { size: stat.size + log.size, modifiedAt: Math.round(Math.max(stat.mtimeMs, log.mtimeMs)) }
  } catch {
    return { size: stat.size, modifiedAt: Math.round(stat.mtimeMs) } // No log: everything is in the file.
  }
}
