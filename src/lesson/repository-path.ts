import { fullPath } from '../trust/place.ts'
import type { LessonSession } from './facts.ts'

/** Where a path of a call leads: inside the repository (all worktrees counted as one), or elsewhere on the disk. */
export type RepositoryPath = { inside: true; path: string } | { inside: false; full: string; root: string }

/**
 * Resolves a path from the directory `at`. Undefined if the root is unknown, or if only a run could resolve the path.
 */
export const repositoryPath = (
  path: string,
  { root, cwd }: Pick<LessonSession, 'root' | 'cwd'>,
  at: string | undefined,
): RepositoryPath | undefined => {
  const base = root ?? cwd
  if (base === undefined || path === '' || /[*?{}$<>|\n]/.test(path)) return undefined
  const full = fullPath(path, { project: base, cwd, at: at ?? cwd })
  if (full === undefined || full.startsWith('~') || full.includes('..')) return undefined
  for (const ground of [cwd, root]) {
    // Worktrees can also be kept in a home directory, which is no repository.
    if (ground === undefined || (ground !== cwd && HOME.test(ground))) continue
    const below = withinRoot(full, ground.replaceAll('\\', '/').replace(/\/+$/, ''))
    if (below === undefined) continue
    // A working directory inside the repository is not its root, unless the directory is a worktree.
    if (ground === cwd && root !== undefined && root !== cwd && isBelow(cwd, root) && !WORKTREE.test(`${cwd}/`))
      continue
    return { inside: true, path: withoutWorktree(below) }
  }
  return { inside: false, full, root: base.replaceAll('\\', '/').replace(/\/+$/, '') }
}

const HOME = /^(?:\/home\/[^/]+|\/Users\/[^/]+|\/root|[A-Za-z]:[\\/]Users[\\/][^\\/]+)\/?$/

const isBelow = (path: string, root: string): boolean => path.startsWith(root.endsWith('/') ? root : `${root}/`)

const withinRoot = (full: string, root: string): string | undefined => {
  if (full === root) return ''
  return isBelow(full, root) ? full.slice(root.length + 1) : undefined
}

/** Folders where agents and people keep worktrees inside a repository: `.worktrees/3/src/a.ts` is `src/a.ts`. */
const WORKTREE = /(?:^|\/)(?:\.(?:claude|codex|git|cursor)\/)?\.?worktrees?\/[^/]+(?:\/|$)/

const withoutWorktree = (path: string): string => {
  const found = WORKTREE.exec(path)
  return found === null ? path : path.slice(found.index + found[0].length)
}

/**
 * Whether a path comes and goes and so teaches nothing: build outputs, installed packages, caches, logs, locks, files
 * of version control.
 */
export const isPassing = (path: string): boolean => {
  const parts = path.split('/')
  const name = parts.at(-1) ?? ''
  // `build` and `log` are outputs at the top of a repository or of one of its packages. Further down they are sources.
  const top = PACKAGES.has(parts[0] ?? '') ? (parts[2] ?? '') : (parts[0] ?? '')
  return OUTPUTS.has(top) || parts.some((part) => PASSING.has(part) || UNIQUE.test(part)) || PASSING_FILE.test(name)
}

const PACKAGES = new Set(['packages', 'apps', 'crates', 'libs', 'services', 'modules'])
const OUTPUTS = new Set('build out target log logs env obj tmp temp'.split(' '))

const PASSING = new Set(
  `.git .hg .svn node_modules bower_components .venv venv site-packages __pycache__ .pytest_cache .mypy_cache .ruff_cache .tox .nox
   .cache .next .nuxt .svelte-kit .turbo .parcel-cache .gradle .idea .vscode-test dist coverage htmlcov .nyc_output .tmp tool-results
   .terraform .eggs DerivedData Pods .dart_tool`.split(/\s+/),
)
const PASSING_FILE =
  /(?:\.(?:log|tmp|temp|bak|swp|pid|sock|pyc|class|o|lock|lockb|orig|rej|patch|diff)|^(?:package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml|go\.sum|\.DS_Store|\.env(?:\..*)?|nohup\.out|core))$/i
/** Ids, hashes and times in a name, which differ in the next session. */
const UNIQUE = /[\da-f]{8}-[\da-f]{4}|(?=[\da-f]*\d)(?=[\da-f]*[a-f])[\da-f]{10,}|\d{6,}|tmp\.\w{6,}/i
