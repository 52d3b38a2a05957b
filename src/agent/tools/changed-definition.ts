import { readdir, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { readTokens } from '../../shell/read-tokens.ts'

interface Question {
  command: string
  /** Files that define what the command does, as the gate names them: `/project/package.json` for `npm test`. */
  definitions: readonly string[]
  /** The directory in which the command starts. */
  at: string
  /** Milliseconds since 1970. */
  since: number
}

/**
 * The first file that defines the command and has changed since a time; undefined if none has. Runners also look for
 * their file in the directories above (`npm test` in `src/`), in directories that the command names (`make -C sub
 * test`), and in every package of a workspace (`pnpm -r test`).
 */
export const changedDefinition = async ({ command, definitions, at, since }: Question): Promise<string | undefined> => {
  if (definitions.length === 0) return undefined
  const words = (readTokens(command)?.tokens ?? []).flatMap((token) => (token.kind === 'word' ? [token.text] : []))
  const named = await directoriesIn(words, at)
  if (words.some((word) => OF_WORKSPACES.test(word))) {
    const packages = await directoriesBelow(at)
    if (packages === undefined) return at
    named.push(...packages)
  }
  for (const definition of definitions) {
    const others = [...directoriesAbove(definition), ...named].map((directory) => join(directory, basename(definition)))
    for (const path of [definition, ...others]) if (await hasChanged(path, since)) return path
  }
  return undefined
}

const directoriesAbove = (path: string): string[] => {
  const found: string[] = []
  for (let at = dirname(path); dirname(at) !== at; at = dirname(at)) found.push(dirname(at))
  return found
}

/** Words that send a runner into the packages of a workspace. */
const OF_WORKSPACES =
  /^(?:-r|-ws|-w|-F|--recursive|--workspaces?|--filter|--include-workspace-root|workspaces?|run-many|affected|foreach|turbo|nx|lerna|moon)(?:=|$)/

/** Packages of a workspace are looked for at most this deep, and in at most this many directories. */
const MAX_PACKAGE_DEPTH = 3
const MAX_PACKAGE_DIRECTORIES = 2000

/** Undefined if there are too many directories to look at. */
const directoriesBelow = async (root: string): Promise<string[] | undefined> => {
  let level = [root]
  const found: string[] = []
  for (let depth = 0; depth < MAX_PACKAGE_DEPTH; depth += 1) {
    const below: string[] = []
    for (const directory of level)
      for (const entry of await readdir(directory, { withFileTypes: true }).catch(() => []))
        if (entry.isDirectory() && entry.name !== 'node_modules' && !entry.name.startsWith('.'))
          below.push(join(directory, entry.name))
    found.push(...below)
    if (found.length > MAX_PACKAGE_DIRECTORIES) return undefined
    level = below
  }
  return found
}

const directoriesIn = async (words: readonly string[], at: string): Promise<string[]> => {
  const found = new Set<string>()
  for (const word of words) {
    // `--prefix=sub` and `-Csub` name a directory as `--prefix sub` does.
    for (const name of [word, word.slice(word.indexOf('=') + 1), word.replace(/^-\w/, '')]) {
      const path = resolve(at, name)
      if (!found.has(path) && (await isDirectory(path))) found.add(path)
    }
  }
  return [...found]
}

const isDirectory = async (path: string): Promise<boolean> => {
  try {
    return (await stat(path)).isDirectory()
  } catch {
    return false
  }
}

/** A directory of tasks with more files than this counts as changed; its files are not looked at. */
const MAX_TASK_FILES = 200

const hasChanged = async (path: string, since: number): Promise<boolean> => {
  try {
    const found = await stat(path)
    // A program can set back the modification time of a file, but not this change time.
    if (found.ctimeMs >= since) return true
    if (!found.isDirectory()) return false
    const names = await readdir(path)
    if (names.length > MAX_TASK_FILES) return true
    for (const name of names) if ((await stat(join(path, name))).ctimeMs >= since) return true
    return false
  } catch (error) {
    // A missing file defines nothing; a file that cannot be checked may define anything.
    return !isMissing(error)
  }
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')
