import { codeBlocksIn } from '../../profile/markers.ts'
import { readToolFacts } from '../../outcome/tool-facts.ts'
import type { ContextMarker } from '../../schema/listing/session-profile.ts'
import { isPathName } from '../../trust/words/path-name.ts'
import { judgeCommand } from '../../trust/gate.ts'
import { fullPath, groundOf, isOutside } from '../../trust/place.ts'
import type { UserSession } from './user-session.ts'

interface JoinOptions {
  minSupport: number
  leave: (reason: string) => void
  /** Whether the file at an absolute path came from elsewhere. */
  isForeign: (path: string, session: string) => boolean
}

/**
 * What these sessions are about: the 20 files and commands that occur in most independent sessions; of equals, the
 * most frequent. Files count only if sessions changed them inside the project. Code blocks in a person's messages
 * count only if they are commands that the gate lets through. A file that was only read or named, an address, or any
 * other code may be a stranger's.
 */
export const joinMarkers = (
  sessions: readonly UserSession[],
  { minSupport, leave, isForeign }: JoinOptions,
): ContextMarker[] => {
  const markers = new Map<string, Joined>()
  for (const { session, input } of sessions) {
    for (const path of changedFiles(input.calls)) {
      const known = { project: session.project, cwd: session.cwd }
      const full = fullPath(path, known)
      const ground = session.project ?? session.cwd ?? groundOf(full ?? '')
      const place = { ...known, project: ground }
      const value = full === undefined ? undefined : insidePath(full, place)
      if (value === undefined) leave('marker outside the project')
      else if (!isPathName(value) || isForeign(full ?? '', session.id)) leave('marker that came from elsewhere')
      else addMarker(markers, { kind: 'path', value }, session.family)
    }
    for (const block of typedBlocks(input.turns)) {
      if (judgeCommand(block, session).harmless) addMarker(markers, { kind: 'code', value: block }, session.family)
      else leave('code block that may have come from elsewhere')
    }
  }
  return [...markers.values()]
    .filter(({ families }) => families.size >= minSupport)
    .toSorted(widestFirst)
    .slice(0, MOST_MARKERS)
    .map(({ kind, value, count }) => ({ kind, value, count }))
}

const MOST_MARKERS = 20

/** The changed files, each once for every change. */
const changedFiles = (calls: UserSession['input']['calls']): string[] =>
  calls.flatMap(({ tool, trivial, outcome, subject }) => {
    if (trivial || outcome !== 'ok' || subject.endsWith('…')) return []
    const patched = PATCHED.exec(subject)?.[1]
    if (patched !== undefined) return [patched]
    return readToolFacts(tool).family === 'edit' && !/\s/.test(subject) ? [subject] : []
  })

const PATCHED = /\*\*\* (?:Add|Update) File: (\S{1,200})/

const typedBlocks = (turns: UserSession['input']['turns']): string[] =>
  turns.flatMap(({ synthetic, agent, text }) => (synthetic || agent !== undefined ? [] : codeBlocksIn(text)))

interface Joined {
  kind: ContextMarker['kind']
  value: string
  count: number
  families: Set<string>
}

const addMarker = (
  markers: Map<string, Joined>,
  { kind, value }: Pick<Joined, 'kind' | 'value'>,
  family: string,
): void => {
  const key = `${kind} ${value}`
  let known = markers.get(key)
  if (known === undefined) markers.set(key, (known = { kind, value, count: 0, families: new Set() }))
  known.count++
  known.families.add(family)
}

const widestFirst = (one: Joined, other: Joined): number =>
  other.families.size - one.families.size || other.count - one.count || (one.value < other.value ? -1 : 1)

/** The path relative to the project; undefined for the project itself and for paths outside of it. */
const insidePath = (
  full: string,
  { project, cwd }: { project: string | undefined; cwd: string | undefined },
): string | undefined => {
  if (isOutside(full, { project, cwd })) return undefined
  for (const root of [project, cwd]) {
    if (root === undefined || root === '') continue
    const start = `${root.replaceAll('\\', '/').replace(/\/+$/, '')}/`
    if (full.startsWith(start)) return full.slice(start.length)
  }
  // Without a known root only a relative path can be used.
  return /^(?:[/~]|\.\.?(?:\/|$)|[A-Za-z]:)/.test(full) ? undefined : full
}
