import { closeSync, existsSync, openSync, readFileSync, readSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'

/*
 * One file, because every hook loads it.
 */

/** Where a session worked. */
export interface ProjectPlace {
  /** The repository it is in, linked working trees counted to their main one, else the directory itself. */
  project: string | undefined
  /** The working tree that its paths belong to. A linked working tree is its own root. */
  root: string | undefined
  /** `github.com/sam/shop`, by the remote; for folders of working trees without one the folder, as in `~/.cursor/worktrees/shop`. */
  repository: string | undefined
}

/**
 * The project of a working directory. Directories that are gone keep their name, and belong to the repository that their path tells. Remembers
 * what it has looked up. Reads files of git and runs nothing. `answers` says whether the disk below a path does: an import looks at directories of
 * years ago, which may lie on a mount that is gone.
 */
export const createProjectFinder = (answers: (path: string) => boolean = () => true) => {
  const known = new Map<string, Found>()
  const find = (start: string): Found => {
    let found = known.get(start)
    if (found === undefined) {
      found = answers(start) ? findProject(start) : unseen(start)
      known.set(start, found)
    }
    return found
  }
  return (cwd: string | undefined, root: string | undefined): ProjectPlace => {
    const start = root ?? cwd
    if (start === undefined || start === '') return { project: undefined, root: undefined, repository: undefined }
    const { project, repository } = find(start)
    return { project, root: find(cwd ?? start).root, repository }
  }
}

interface Found {
  project: string
  root: string
  repository: string | undefined
}

const MAX_DEPTH = 40

const findProject = (start: string): Found => {
  // Above a directory that is gone there may be another repository: what the path tells comes first.
  const told = existsSync(start) ? undefined : tellByPath(start)
  if (told !== undefined) return told
  let directory = start
  for (let depth = 0; depth < MAX_DEPTH; depth++) {
    const place = readGitPlace(directory)
    if (place !== undefined) return { project: place.main, root: directory, repository: readRemote(place.gitDirectory) }
    const parent = dirname(directory)
    if (parent === directory) break
    directory = parent
  }
  return tellByPath(start) ?? { project: start, root: start, repository: undefined }
}

/** Finds the project from the path alone, if the disk cannot be asked. */
const unseen = (start: string): Found => {
  const main = OWN_FOLDERS.map((pattern) => pattern.exec(start)).find((found) => found !== null)
  const project = main?.groups?.['main'] ?? start
  return { project, root: main?.[0] ?? start, repository: undefined }
}

/** Folders in which agents keep working trees of many repositories: which part names the repository. */
const SHARED_FOLDERS: readonly RegExp[] = [
  // <home>/.codex/worktrees/<id>/<repository>
  /^(?<folder>.{1,300}[\\/]\.codex[\\/]worktrees)[\\/][^\\/]{1,100}[\\/](?<name>[^\\/]{1,200})/,
  // <home>/.cursor/worktrees/<repository>/<id>
  /^(?<folder>.{1,300}[\\/](?:\.cursor[\\/]worktrees|conductor[\\/]workspaces))[\\/](?<name>[^\\/]{1,200})[\\/][^\\/]{1,200}/,
]

/** Working trees beside or inside their repository. */
const OWN_FOLDERS: readonly RegExp[] = [
  /^(?<main>.{1,400}?)[\\/](?:\.claude|\.codex|\.git)[\\/]worktrees[\\/][^\\/]{1,200}/,
  /^(?<main>.{1,400}?)[\\/]\.conductor[\\/][^\\/]{1,200}/,
  /^(?<main>.{1,400}?)[\\/]\.?worktrees?[\\/][^\\/]{1,200}/,
  /^(?<main>.{1,400}?[^\\/])[.-]worktrees[\\/][^\\/]{1,200}/,
]

/** The repository of a working tree that is gone, as far as its path tells. */
const tellByPath = (path: string): Found | undefined => {
  for (const pattern of SHARED_FOLDERS) {
    const found = pattern.exec(path)
    const { folder, name } = found?.groups ?? {}
    if (found !== null && folder !== undefined && name !== undefined)
      return { project: found[0], root: found[0], repository: `${folder}/${name}` }
  }
  for (const pattern of OWN_FOLDERS) {
    const found = pattern.exec(path)
    const main = found?.groups?.['main']
    if (found === null || main === undefined) continue
    const repository = findProject(main)
    return { ...repository, root: found[0] }
  }
  return undefined
}

/** The root of the working tree that a directory is in, a worktree's own one too; the directory itself where there is none. */
export const workingTreeOf = (directory: string): string => {
  let at = directory
  for (let depth = 0; depth < MAX_DEPTH; depth++) {
    if (existsSync(join(at, '.git'))) return at
    const parent = dirname(at)
    if (parent === at) break
    at = parent
  }
  return directory
}

/** Whether a directory is by its name a working tree beside the main one: such a path does not name a project where another does. */
export const isWorktreePath = (path: string): boolean =>
  [...SHARED_FOLDERS, ...OWN_FOLDERS].some((pattern) => pattern.test(path))

/** What the git files of a directory tell, read from disk; no program is run. */
interface GitPlace {
  /** The main working tree. For a linked working tree, that of its repository. */
  main: string
  /** The directory that holds the repository's configuration. */
  gitDirectory: string
}

/** The repository whose working tree begins at this directory, if one does. */
const readGitPlace = (directory: string): GitPlace | undefined => {
  const path = join(directory, '.git')
  try {
    if (statSync(path).isDirectory()) return { main: directory, gitDirectory: path }
    // A linked working tree or a submodule: `.git` is a file that points to its directory.
    const pointer = /^gitdir: (.+)$/m.exec(readFileSync(path, 'utf8').slice(0, POINTER_CHARS))?.[1]
    if (pointer === undefined) return { main: directory, gitDirectory: path }
    const pointed = resolve(directory, pointer.trim())
    if (basename(dirname(pointed)) !== 'worktrees') return { main: directory, gitDirectory: pointed }
    const common = dirname(dirname(pointed))
    // `shop/.git`, or `shop/.bare` where the repository has no working tree of its own.
    return { main: basename(common).startsWith('.') ? dirname(common) : common, gitDirectory: common }
  } catch {
    return undefined // No such file, or not ours to read: not a repository as far as we can tell.
  }
}

/** The name of the repository by its remote: `origin`, else the first one that is configured. */
const readRemote = (gitDirectory: string): string | undefined => {
  const text = beginningOf(join(gitDirectory, 'config'))
  if (text === undefined) return undefined
  let remote = ''
  let first: string | undefined
  for (const line of text.split('\n')) {
    const section = /^\s{0,20}\[\s{0,4}(\w{1,40})(?:\s{1,4}"([^"\n]{0,200})")?\s{0,4}\]/.exec(line)
    if (section !== null) remote = section[1]?.toLowerCase() === 'remote' ? (section[2] ?? '') : ''
    const url = remote === '' ? undefined : /^\s{0,20}url\s{0,4}=\s{0,4}(\S{1,500})\s{0,20}$/.exec(line)?.[1]
    const name = url === undefined ? undefined : repositoryName(url)
    if (name !== undefined && remote === 'origin') return name
    first ??= name
  }
  return first
}

const POINTER_CHARS = 4_096
/** Remotes stand near the top; the rest of a longer file is about branches. */
const CONFIG_BYTES = 65_536

const beginningOf = (path: string): string | undefined => {
  let file: number | undefined
  try {
    if (!statSync(path).isFile()) return undefined
    file = openSync(path, 'r')
    const buffer = Buffer.alloc(CONFIG_BYTES)
    return buffer.toString('utf8', 0, readSync(file, buffer, 0, CONFIG_BYTES, 0))
  } catch {
    return undefined
  } finally {
    if (file !== undefined) closeSync(file)
  }
}

/**
 * The name of a repository by the address of its remote: `github.com/sam/shop`, however it is written (https, ssh, scp, with a user, a port, a
 * token). Undefined for what is no address of a host: a path on this machine names nothing elsewhere.
 */
export const repositoryName = (address: string): string | undefined => {
  const text = address.trim()
  if (text === '' || text.length > ADDRESS_CHARS || /\s/.test(text)) return undefined
  const found =
    /^(?:https?|ssh|git|git\+ssh|git\+https):\/\/(?:[^@/]{0,200}@)?([\w.-]{1,120})(?::\d{1,5})?\/(.{1,300})$/i.exec(
      text,
    ) ?? /^(?:[^@/:]{1,100}@)([\w.-]{1,120}):(?!\/\/)(.{1,300})$/.exec(text)
  if (found === null) return undefined
  const host = hostOf(found[1] ?? '')
  const path = (found[2] ?? '')
    .replace(/[?#].{0,300}$/, '')
    .replace(/^[/~]{1,4}/, '')
    .replace(/\/{1,4}$/, '')
    .replace(/\.git$/i, '')
  if (!host.includes('.') || !/^[\w.+/~-]{1,200}$/.test(path)) return undefined
  return `${host}/${path}`.toLowerCase()
}

const ADDRESS_CHARS = 500

/** `github.com-work` is how people tell two keys for one host apart in their ssh configuration. */
const hostOf = (host: string): string =>
  host
    .toLowerCase()
    .replace(/^(?:www|ssh)\.(?=[\w-]{1,60}\.)/, '')
    .replace(/^((?:github|gitlab|bitbucket|codeberg)\.(?:com|org))-[\w-]{1,60}$/, '$1')
