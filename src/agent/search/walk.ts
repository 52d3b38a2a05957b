import { closeSync, constants, fstatSync, openSync, readdirSync, readlinkSync, readSync, type Dirent } from 'node:fs'
import { type IgnoreRules, isIgnored, parseIgnore } from './ignore.ts'

export interface WalkedFile {
  path: string
  /** The file's path below the root of the walk, with slashes. */
  name: string
}

export interface WalkReport {
  /** Number of directories and files that could not be read. */
  unreadable: number
  /** Whether the walk stopped before it was done. */
  isCut: boolean
}

/**
 * Yields files below a directory in the order of their names, the same every time. It skips what .gitignore names
 * (including the files from `base` down to the root), version control's own directories, and links, so there are no
 * circles and no way out.
 */
export function* walk(root: string, { base, report }: { base: string; report: WalkReport }): Generator<WalkedFile> {
  const lead = partsBetween(base, root)
  const stack = lead.flatMap((_, depth) => rulesIn([base, ...lead.slice(0, depth)].join('/'), depth) ?? [])
  yield* walkInto(
    { path: root === '/' ? '' : root, parts: lead, stack },
    { left: MAX_ENTRIES, skip: lead.length, report },
  )
}

const MAX_ENTRIES = 300_000
const MAX_DEPTH = 64
/** Directories of version control, and downloaded or generated ones, skipped even without a .gitignore. */
const PASSED_OVER = new Set(['.git', '.hg', '.svn', '.jj', 'node_modules', '__pycache__', '.venv'])

interface Directory {
  path: string
  /** The path below the base. */
  parts: string[]
  stack: readonly IgnoreRules[]
}

interface WalkState {
  left: number
  /** How many path parts lead from the base to the root. */
  skip: number
  report: WalkReport
}

const partsBetween = (from: string, to: string): string[] =>
  to
    .slice(from.length)
    .split('/')
    .filter((part) => part !== '')

function* walkInto({ path, parts, stack: outer }: Directory, state: WalkState): Generator<WalkedFile> {
  const own = rulesIn(path, parts.length)
  const stack = own === undefined ? outer : [...outer, own]
  for (const entry of entriesOf(path, state.report)) {
    if (--state.left < 0 || parts.length > MAX_DEPTH) {
      state.report.isCut = true
      return
    }
    const isDirectory = entry.isDirectory()
    if (isDirectory ? PASSED_OVER.has(entry.name) : !entry.isFile()) continue
    const inside = [...parts, entry.name]
    if (isIgnored(stack, inside, { isDirectory })) continue
    const below = `${path}/${entry.name}`
    if (isDirectory) yield* walkInto({ path: below, parts: inside, stack }, state)
    else yield { path: below, name: inside.slice(state.skip).join('/') }
  }
}

const entriesOf = (path: string, report: WalkReport): Dirent[] => {
  try {
    return readdirSync(path === '' ? '/' : path, { withFileTypes: true }).toSorted((one, other) =>
      one.name < other.name ? -1 : 1,
    )
  } catch {
    report.unreadable++
    return []
  }
}

const MAX_IGNORE_BYTES = 256 * 1024

const rulesIn = (directory: string, depth: number): IgnoreRules | undefined => {
  const bytes = readRegular(`${directory}/.gitignore`, MAX_IGNORE_BYTES)
  return bytes === undefined ? undefined : parseIgnore(bytes.toString('utf8'), depth)
}

const IS_LINUX = process.platform === 'linux'

/**
 * Reads a whole regular file of at most `maxBytes`; undefined for anything else, for links, and for unreadable files.
 */
export const readRegular = (path: string, maxBytes: number): Buffer | undefined => {
  let descriptor: number | undefined
  try {
    descriptor = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    const stats = fstatSync(descriptor)
    if (!stats.isFile() || stats.size > maxBytes) return undefined
    // A directory above the file became a link after the walk entered it.
    if (IS_LINUX && readlinkSync(`/proc/self/fd/${descriptor}`) !== path) return undefined
    const bytes = Buffer.allocUnsafe(stats.size)
    let length = 0
    for (let read = -1; read !== 0 && length < stats.size; length += read)
      read = readSync(descriptor, bytes, length, stats.size - length, length)
    return bytes.subarray(0, length)
  } catch {
    return undefined
  } finally {
    if (descriptor !== undefined) closeSync(descriptor)
  }
}
