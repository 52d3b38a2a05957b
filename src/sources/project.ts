import { existsSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'

/** Agents make worktrees of a repository inside it; they belong to the repository even when they are gone. */
const WORKTREE_FOLDER = /^(.+?)[\\/](?:\.claude|\.codex|\.git)?[\\/]?\.?worktrees?[\\/][^\\/]+/
const MAX_DEPTH = 40

/**
 * The project of a working directory: the repository it is in, worktrees joined to their main one, else the directory
 * itself. Directories that are gone keep their name. Remembers what it has looked up.
 */
export const createProjectFinder = () => {
  const known = new Map<string, string>()
  return (cwd: string | undefined, root: string | undefined): string | undefined => {
    const start = root ?? cwd
    if (start === undefined || start === '') return undefined
    let project = known.get(start)
    if (project === undefined) {
      project = findProject(start)
      known.set(start, project)
    }
    return project
  }
}

const findProject = (start: string): string => {
  let directory = start
  for (let depth = 0; depth < MAX_DEPTH; depth++) {
    const repository = repositoryAt(directory)
    if (repository !== undefined) return repository
    const parent = dirname(directory)
    if (parent === directory) break
    directory = parent
  }
  return WORKTREE_FOLDER.exec(start)?.[1] ?? start
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

const repositoryAt = (directory: string): string | undefined => {
  const path = join(directory, '.git')
  try {
    if (statSync(path).isDirectory()) return directory
    // A worktree: `.git` is a file that points to <repository>/.git/worktrees/<name>.
    const pointer = /^gitdir: (.+)$/m.exec(readFileSync(path, 'utf8'))?.[1]
    if (pointer === undefined) return directory
    const gitDirectory = dirname(dirname(resolve(directory, pointer.trim())))
    return basename(gitDirectory) === '.git' ? dirname(gitDirectory) : directory
  } catch {
    return undefined // No such file, or not ours to read: not a repository as far as we can tell.
  }
}
