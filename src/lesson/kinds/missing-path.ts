import { MISSING_PATH, MISSING_REVISION } from '../../complaint/complaint.ts'
import { type AskedCommand, commandNaming, holdsWord } from '../asked.ts'
import type { LessonCall, LessonComplaint, LessonSession } from '../facts.ts'
import { isPassing, repositoryPath } from '../repository-path.ts'
import type { Mistake } from '../sighting.ts'
import { isSayable, isSayableProgram } from '../words.ts'

/** An absolute path that starts at a directory where the repository is not. */
export const WRONG_ROOT = 'wrong-root'

/** A complaint with the call that it is about. */
export interface Asked {
  complaint: LessonComplaint
  call: LessonCall
  session: LessonSession
  commands: readonly AskedCommand[]
}

/** A mistake of this kind, if its words may be told to a session. */
export const missing = (code: string, program: string, subject: string): Mistake[] =>
  isSayable(subject) && (program === '' || isSayableProgram(program))
    ? [{ kind: 'missing', trigger: { code, program, subject } }]
    : []

export const readPath = ({ complaint, call, session, commands }: Asked): Mistake[] => {
  const named = complaint.subject.replace(/^['"`]|['"`:.,]+$/g, '')
  if (complaint.program === 'git' && isBranch(named, commands)) return missing(MISSING_REVISION, 'git', named)
  const asking = commandNaming(commands, named)
  const place = repositoryPath(named, session, asking?.at ?? call.cwd)
  if (place === undefined) return []
  // If the call does not name the path, a program looked for it on its own.
  const isAsked = call.paths.length > 0 || asking !== undefined || holdsWord(call.command ?? '', named)
  if (!isAsked && !(place.inside && isNamed(call.command ?? '', place.path))) return []
  if (!place.inside) return rootsOf(place.full, place.root)
  const path = place.path.replace(/\/+$/, '')
  if (path === '' || isPassing(path)) return []
  const found = missing(MISSING_PATH, '', path)
  const fromRoot = named.replace(/^\.\//, '').replace(/\/+$/, '')
  const rest = path !== fromRoot && !named.startsWith('/') ? { rest: fromRoot } : {}
  return found.length === 0 ? [] : [...found, ...foldersOf(path)].map((one) => ({ ...one, ...rest }))
}

/** A program adds the name of its own file to the directory that it was given: `helm lint charts/web`. */
const isNamed = (command: string, path: string): boolean => {
  const at = path.lastIndexOf('/')
  return (
    holdsWord(command, path) || (at > 0 && OWN_FILES.test(path.slice(at + 1)) && holdsWord(command, path.slice(0, at)))
  )
}

const OWN_FILES =
  /^(?:Chart\.yaml|package\.json|Cargo\.toml|go\.mod|pyproject\.toml|Dockerfile|pom\.xml|build\.gradle(?:\.kts)?|composer\.json|Gemfile|kustomization\.yaml|tsconfig\.json)$/

/** After `git checkout mian` git says that no file has this name, but a branch was meant. */
const isBranch = (name: string, commands: readonly AskedCommand[]): boolean =>
  !/\.\w{1,8}$|\/$/.test(name) &&
  commands.some(
    ({ program, words }) =>
      program === 'git' && TAKES_BRANCH.has(words[0] ?? '') && words.at(-1) === name && !words.includes('--'),
  )

const TAKES_BRANCH = new Set(['checkout', 'switch', 'merge', 'rebase'])

/** The directories above a missing path, which may be missing themselves. */
const foldersOf = (path: string): Mistake[] => {
  const parts = path.split('/')
  return parts.slice(1).flatMap((_, index) => {
    const folder = parts.slice(0, index + 1).join('/')
    return missing(MISSING_PATH, '', folder).map((one) => ({ ...one, isImplied: true }))
  })
}

/**
 * Every directory on the way to a missing file that could be a wrong root, starting where the path departs from the
 * right root.
 */
const rootsOf = (full: string, root: string): Mistake[] => {
  const [parts, right] = [full.split('/'), root.split('/')]
  const leaves = parts.findIndex((part, index) => part !== right[index])
  // If the path and the root share no beginning, the path is about something else.
  if (leaves < FEWEST_COMMON || isScratchRoot(full)) return []
  // A call can also ask for the wrong root itself, for example with `cd`.
  return parts.slice(leaves).flatMap((_, offset) => {
    const end = leaves + offset + 1
    const subject = shownRoot(parts.slice(0, end), leaves)
    const rest = parts.slice(end).join('/')
    return missing(WRONG_ROOT, '', subject).map((one) => ({ ...one, isImplied: true, rest }))
  })
}

/** `/home/sam/...` shares two names with every other path of sam, so two are too few. */
const FEWEST_COMMON = 3

const isScratchRoot = (full: string): boolean => /^\/(?:private\/)?(?:tmp|var)\//.test(full)

/** The last directory that both paths share, and what follows it. A person's name is not shown. */
const shownRoot = (parts: readonly string[], leaves: number): string => {
  const isHome = leaves === 3 && /^(?:home|Users)$/.test(parts[1] ?? '')
  return parts.slice(isHome ? leaves : leaves - 1).join('/')
}
