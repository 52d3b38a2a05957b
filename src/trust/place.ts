import type { MinedCall } from '../schema/harvest.ts'

/** Where a call was made, as far as that is known. */
export interface Place {
  /** Root of the project. */
  project: string | undefined
  /** Working directory of the session: its own ground like the project. */
  cwd: string | undefined
  /** Where relative paths begin, if elsewhere. */
  at?: string | undefined
  /** Where a path leads on the disk, links followed; undefined where nothing is there. Absent where the disk is not asked. */
  real?: (path: string) => string | undefined
}

/**
 * A tool can be asked to work in another directory than the session's. Of a session that recorded no directory the folder of the file that a
 * tool names is its ground; a command line names too many places to tell.
 */
export const placeOf = (call: Pick<MinedCall, 'args' | 'project' | 'cwd'>): Place => {
  const { args, project, cwd } = call
  const own = args?.['workdir'] ?? args?.['cwd'] ?? args?.['working_directory']
  const place = { project: project ?? cwd ?? groundOf(namedFile(args)), cwd }
  return typeof own === 'string' && own !== '' ? { ...place, at: fullPath(own, place) } : place
}

const namedFile = (args: MinedCall['args']): string => {
  const named = args?.['file_path'] ?? args?.['path'] ?? args?.['filePath'] ?? args?.['filename']
  return typeof named === 'string' && isRooted(slashes(named)) ? normal(slashes(named)) : ''
}

/**
 * Whether a path of a call leads out of the session's project and its working directory. Scratch directories of the
 * system count as inside for writing only, so that they are asked for apart. A path that begins with a variable of a
 * script cannot be told and is taken for inside.
 */
export const isOutside = (path: string, place: Place): boolean => {
  const full = fullPath(path, place)
  if (full === undefined) return false
  const roots = [place.project, place.cwd]
    .filter((root): root is string => root !== undefined && root !== '')
    .map(slashes)
  if (!isRooted(full)) return full === '..' || full.startsWith('../') || full.startsWith('~')
  return !roots.some((root) => full === root || full.startsWith(root.endsWith('/') ? root : `${root}/`))
}

/**
 * The directory that a path belongs to where the session recorded none: a folder of a user's home, or one at the root of the disk that
 * is not the system's. Undefined for the system's own files, for hidden ones, and for a home itself.
 */
export const groundOf = (full: string): string | undefined => {
  const path = slashes(full)
  if (/(?:^|\/)\./.test(path) || isScratch(path)) return undefined
  const home = HOME.exec(path)?.[0]
  const inside = path.slice(home?.length ?? 0)
  const folder = /^\/[^/]+(?=\/[^/])/.exec(inside)?.[0]
  if (folder === undefined || (home === undefined && SYSTEM.test(path))) return undefined
  return `${home ?? ''}${folder}`
}

const SYSTEM =
  /^(?:\/(?:bin|boot|dev|etc|home|lib\w*|media|mnt|opt|private|proc|root|run|sbin|snap|srv|sys|tmp|usr|var|Applications|Library|System|Users|Volumes)(?:\/|$)|[A-Za-z]:)/

/** Directories that are there to be written to and forgotten, and devices that keep nothing. */
export const isScratch = (path: string): boolean => SCRATCH.test(slashes(path).replace(/\/{2,9}/g, '/'))

/** Where a path leads, seen from the working directory; undefined where only a run could tell. */
export const fullPath = (path: string, place: Place): string | undefined => {
  const given = slashes(path).replace(/^\$(?:HOME\b|\{HOME\})/, '~')
  if (/^(?:\$\(\)|\$\{?\w)/.test(given)) {
    return /^\$\{?PWD\b/.test(given) ? fullPath(given.replace(/^\$\{?PWD\}?\/?/, './'), place) : undefined
  }
  if (given.startsWith('~')) {
    const home = HOME.exec(slashes(place.project ?? place.cwd ?? ''))?.[0]
    return /^~(?:\/|$)/.test(given) && home !== undefined ? normal(home + given.slice(1)) : given
  }
  if (isRooted(given)) return normal(given)
  const base = place.at ?? place.cwd
  return normal(base === undefined ? given : `${slashes(base)}/${given}`)
}

const HOME = /^(?:\/home\/[^/]+|\/Users\/[^/]+|\/root|[A-Za-z]:\/Users\/[^/]+)(?=\/|$)/
const SCRATCH =
  /^(?:\/private)?\/(?:tmp|var\/tmp|var\/folders)(?:\/(?!\.\.(?:\/|$))[^/]*)*$|^\/dev\/(?:null|stdout|stderr|tty|fd\/\d+)$|^\$\{?TMPDIR\b|^(?:NUL|nul)$/

const isRooted = (path: string): boolean => path.startsWith('/') || /^[A-Za-z]:\//.test(path)

const slashes = (path: string): string => path.replaceAll('\\', '/')

/** Without `.`, `..` and doubled slashes. */
const normal = (path: string): string => {
  const parts: string[] = []
  const root = path.startsWith('/') ? '/' : ''
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue
    if (part !== '..') parts.push(part)
    else if (parts.length > 0 && parts.at(-1) !== '..') parts.pop()
    else if (root === '') parts.push('..')
  }
  return root + parts.join('/')
}
