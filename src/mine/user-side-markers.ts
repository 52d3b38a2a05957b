import { contextMarkers } from '../profile/markers.ts'
import type { ContextMarker } from '../schema/listing/session-profile.ts'
import { fullPath, isOutside } from './trust-place.ts'
import { scriptRefusal } from './trust-script.ts'
import { cleanText, isInstruction } from './trust-text.ts'
import type { UserSession } from './user-side.ts'

interface JoinOptions {
  minSupport: number
  leave: (reason: string) => void
}

/**
 * What these sessions are about: the 20 files, addresses and pieces of code that most independent sessions deal with, of
 * equals the most frequent. Files are named as seen from the project, and only those inside it. An address or a piece of
 * code that one session alone holds may have come from anywhere, so it needs as many sessions as a pattern.
 */
export const joinMarkers = (sessions: readonly UserSession[], { minSupport, leave }: JoinOptions): ContextMarker[] => {
  const markers = new Map<string, Joined>()
  for (const { session, input } of sessions) {
    for (const marker of contextMarkers(input.turns, input.calls)) {
      const value = shownValue(marker, session)
      if (value === undefined) leave('marker outside the project')
      else if (isInstruction(value)) leave('talks to a model')
      else if (marker.kind === 'code' && scriptRefusal(value, session) !== undefined)
        leave('marker that is a refused command')
      else addMarker(markers, { ...marker, value }, session.family)
    }
  }
  return [...markers.values()]
    .filter(({ kind, families }) => kind === 'path' || families.size >= minSupport)
    .toSorted(widestFirst)
    .slice(0, MOST_MARKERS)
    .map(({ kind, value, count }) => ({ kind, value, count }))
}

const MOST_MARKERS = 20

interface Joined extends ContextMarker {
  families: Set<string>
}

const addMarker = (markers: Map<string, Joined>, { kind, value, count }: ContextMarker, family: string): void => {
  const key = `${kind} ${value}`
  let known = markers.get(key)
  if (known === undefined) markers.set(key, (known = { kind, value, count: 0, families: new Set() }))
  known.count += count
  known.families.add(family)
}

const widestFirst = (one: Joined, other: Joined): number => {
  if (one.families.size !== other.families.size) return other.families.size - one.families.size
  if (one.count !== other.count) return other.count - one.count
  if (one.value !== other.value) return one.value < other.value ? -1 : 1
  return one.kind < other.kind ? -1 : 1
}

const shownValue = ({ kind, value }: ContextMarker, session: UserSession['session']): string | undefined => {
  const clean = cleanText(value).replace(/\s+/g, ' ').trim()
  if (clean === '') return undefined
  if (kind === 'url') return clean.replace(/^([a-z][\w+.-]*:\/\/)[^/@\s]*@/i, '$1').replace(/[?#].*$/, '')
  return kind === 'path' ? insidePath(clean, session) : clean
}

/** As seen from the project; undefined outside of it, and for the project itself. */
const insidePath = (path: string, { project, cwd }: UserSession['session']): string | undefined => {
  const place = { project, cwd }
  const full = fullPath(path, place)
  if (full === undefined || isOutside(full, place)) return undefined
  for (const root of [project, cwd]) {
    if (root === undefined || root === '') continue
    const start = `${root.replaceAll('\\', '/').replace(/\/+$/, '')}/`
    if (full.startsWith(start)) return full.slice(start.length)
  }
  // Without a known root a relative path is all there is.
  return /^(?:[/~]|\.\.?(?:\/|$)|[A-Za-z]:)/.test(full) ? undefined : full
}
