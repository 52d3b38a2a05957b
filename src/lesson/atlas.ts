import { natureOf } from '../shell/nature.ts'
import { readShell } from '../shell/script.ts'
import { askedCommands } from './asked.ts'
import { type Conversation, hasWorked, type LessonCall, type LessonSession } from './facts.ts'
import { repositoryPath } from './repository-path.ts'

/**
 * What successful calls show about the files of a repository: which of the paths in question exist, and when a call
 * last used them.
 */
export interface Atlas {
  /** When a successful call last used this path or something below it; undefined if none did. */
  lastSeen(path: string): number | undefined
  /**
   * Paths with this last name that successful calls used. Each path maps the families of sessions that used it to one
   * call.
   */
  named(name: string): ReadonlyMap<string, ReadonlyMap<string, string>>
  /** The same for paths in the same folder with a similar name: `build.gradle.kts` beside `build.gradle`. */
  likeNamed(path: string): ReadonlyMap<string, ReadonlyMap<string, string>>
}

/** For each path: the families of sessions that used it, each with one call. */
type Uses = Map<string, Map<string, string>>

/** Builds an atlas of the paths in question and of all paths that share the last name of one of them. */
export const drawAtlas = (conversations: readonly Conversation[], paths: ReadonlySet<string>): Atlas => {
  const names = new Set([...paths].map(lastName))
  const alike = new Set([...paths].map(likeness))
  const likeNames = new Set([...alike].map(lastName))
  const isAsked = (name: string): boolean => names.has(name) || likeNames.has(likeness(name))
  const seen = new Map<string, number>()
  const byName = new Map<string, Uses>()
  const byLikeness = new Map<string, Uses>()
  const note = (path: string, { at, id }: LessonCall, family: string): void => {
    for (const part of withFolders(path)) {
      if (paths.has(part)) seen.set(part, Math.max(seen.get(part) ?? Number.NEGATIVE_INFINITY, at ?? UNKNOWN_TIME))
      const [name, like] = [lastName(part), likeness(part)]
      if (names.has(name)) addUse(byName, name, { path: part, family, id })
      if (alike.has(like)) addUse(byLikeness, like, { path: part, family, id })
    }
  }
  for (const { session, calls } of conversations)
    for (const call of calls)
      if (hasWorked(call)) for (const path of pathsUsed(call, session, isAsked)) note(path, call, session.family)
  return {
    lastSeen: (path) => seen.get(path),
    named: (name) => byName.get(name) ?? new Map(),
    likeNamed: (path) => byLikeness.get(likeness(path)) ?? new Map(),
  }
}

const addUse = (
  uses: Map<string, Uses>,
  key: string,
  { path, family, id }: { path: string; family: string; id: string },
): void => {
  const known = uses.get(key) ?? new Map<string, Map<string, string>>()
  uses.set(key, known)
  const families = known.get(path) ?? new Map<string, string>()
  // The same call is named in whatever order the calls come.
  const other = families.get(family)
  known.set(path, families.set(family, other === undefined || id < other ? id : other))
}

/**
 * Equal for paths that differ only in how the same kind of file is spelled: a dot before the name, `.yml` for `.yaml`.
 */
const likeness = (path: string): string => {
  const at = path.lastIndexOf('/') + 1
  const name = path
    .slice(at)
    .replace(/^\./, '')
    .replace(SPELLINGS, (ending) => KINDS.get(ending) ?? ending)
  return path.slice(0, at) + name
}

const KINDS = new Map<string, string>(
  [
    '.ts .tsx .js .jsx .mts .cts .mjs .cjs',
    '.yml .yaml',
    '.md .mdx',
    '.gradle .gradle.kts',
    '.json .jsonc .json5',
    '.cpp .cc .cxx',
    '.hpp .hh .hxx',
  ].flatMap((row) => row.split(' ').map((ending, _, [first = '']) => [ending, first] as const)),
)
const SPELLINGS = /\.gradle\.kts$|\.\w{1,6}$/

/** A use without a time counts as later than all others, because a path that may exist must not become a lesson. */
const UNKNOWN_TIME = Number.POSITIVE_INFINITY

export const lastName = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

const withFolders = (path: string): string[] => {
  const parts = path.split('/')
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'))
}

/**
 * Paths of the repository that a successful call used. A command line is parsed only if it contains one of the names.
 */
const pathsUsed = (call: LessonCall, session: LessonSession, isAsked: (name: string) => boolean): string[] => {
  const inside = (path: string, at: string | undefined): string[] => {
    const place = repositoryPath(path, session, at)
    return place?.inside === true && place.path !== '' ? [place.path.replace(/\/+$/, '')] : []
  }
  const { command } = call
  if (call.paths.length > 0) return call.paths.flatMap((path) => inside(path, call.cwd))
  if (command === undefined || !mentions(command, isAsked)) return []
  return usedWords(call).flatMap(({ word, at }) => inside(word, at))
}

const mentions = (command: string, isAsked: (name: string) => boolean): boolean =>
  command.split(NO_PATH).some((word) => word.split('/').some(isAsked))

const NO_PATH = /[^\w@.+/-]+/

/** Words of commands that fail when a path is missing. A command whose errors are hidden proves nothing. */
const usedWords = (call: LessonCall): { word: string; at: string | undefined }[] => {
  const script = readShell(call.command ?? '')
  const sure = new Set(script.deciders.filter((one) => !one.stderrDropped && PROVING.has(one.program)))
  const asked = askedCommands(call)
  return script.commands.flatMap((one, index) => {
    if (!sure.has(one) && one.program !== 'mkdir') return []
    // The first word of a search is its pattern.
    const words = one.words.filter((word) => !word.startsWith('-'))
    const paths = natureOf(one) === 'search' ? words.slice(1) : words
    return paths.map((word) => ({ word, at: asked[index]?.at }))
  })
}

/** Programs that fail when one of their files is missing. `git log` and `find -name` do not. */
const PROVING: ReadonlySet<string> = new Set(
  'cat bat head tail sed nl wc ls tree stat file less awk jq grep rg egrep fgrep ag cp mv'.split(' '),
)
