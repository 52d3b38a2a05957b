import { MISSING_PATH } from '../../complaint/complaint.ts'
import type { Atlas } from '../atlas.ts'
import { WRONG_ROOT } from './missing-path.ts'
import { workedAfter } from './remedy.ts'
import type { Sighting } from '../sighting.ts'
import { collectFamilies, FEWEST_SESSIONS } from '../support.ts'

type Gathered = ReadonlyMap<string, readonly Sighting[]>

/** The paths for which the atlas must know whether they exist. */
export const existingPaths = (gathered: Gathered): Set<string> => {
  const paths = new Set<string>()
  for (const sightings of gathered.values()) {
    for (const { trigger, rest, isImplied } of sightings) {
      if (trigger.code === MISSING_PATH && isImplied !== true) paths.add(trigger.subject)
      if (trigger.code === MISSING_PATH && rest !== undefined) paths.add(rest)
    }
  }
  return paths
}

/**
 * Groups of sightings that may become lessons.
 * - A path that exists by its latest sighting is left out.
 * - A directory counts the files below it only if a call said that the directory itself is missing.
 * - A wrong root counts only if sessions then found in the repository what they had looked for below it.
 */
export const settlePaths = (gathered: Gathered, atlas: Atlas): (readonly Sighting[])[] => {
  const groups: (readonly Sighting[])[] = []
  const roots: (readonly Sighting[])[] = []
  for (const all of gathered.values()) {
    const [first] = all
    // If the path exists seen from the root, the shell merely was in another directory.
    const sightings = first?.trigger.code === MISSING_PATH ? all.filter(({ rest }) => !isKnown(rest, atlas)) : all
    if (first?.trigger.code === WRONG_ROOT) {
      if (collectFamilies(sightings.filter(wasFoundHere)).size >= FEWEST_SESSIONS) roots.push(sightings)
    } else if (first?.trigger.code !== MISSING_PATH) groups.push(sightings)
    else if (isMissing(sightings, atlas)) groups.push(sightings)
  }
  return withoutCovered([...groups, ...shallowest(roots)])
}

/** Whether the session then found in the repository what it had looked for elsewhere. */
const wasFoundHere = (sighting: Sighting): boolean => {
  const { rest = '', trigger } = sighting
  if (!/[/.]/.test(rest) || trigger.subject.split('/').some((part) => part.startsWith('.'))) return false
  return workedAfter(sighting).some(
    ({ paths, command }) =>
      paths.some((path) => path === rest || path.endsWith(`/${rest}`)) ||
      (command !== undefined && holdsPath(command, rest)),
  )
}

const holdsPath = (command: string, path: string): boolean =>
  command.split(/[\s'"=:]+/).some((word) => word === path || word.endsWith(`/${path}`))

const isKnown = (rest: string | undefined, atlas: Atlas): boolean =>
  rest !== undefined && atlas.lastSeen(rest) !== undefined

const isMissing = (sightings: readonly Sighting[], atlas: Atlas): boolean => {
  const direct = sightings.filter(({ isImplied }) => isImplied !== true)
  if (direct.length === 0) return false
  const seen = atlas.lastSeen(direct[0]?.trigger.subject ?? '')
  return seen === undefined || direct.some(({ call }) => call.at !== undefined && call.at > seen)
}

/** Of wrong roots inside each other, keeps the root that most sessions used; of equals, the shortest one. */
const shallowest = (roots: readonly (readonly Sighting[])[]): (readonly Sighting[])[] => {
  const ranked = roots.toSorted(
    (one, other) =>
      collectFamilies(other).size - collectFamilies(one).size ||
      subjectOf(one).length - subjectOf(other).length ||
      (subjectOf(one) < subjectOf(other) ? -1 : 1),
  )
  const kept: (readonly Sighting[])[] = []
  for (const root of ranked) {
    const name = subjectOf(root)
    if (kept.some((other) => isInside(name, subjectOf(other)) || isInside(subjectOf(other), name))) continue
    kept.push(root)
  }
  return kept
}

const subjectOf = (sightings: readonly Sighting[]): string => sightings[0]?.trigger.subject ?? ''

const isInside = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`)

/** A file below a missing directory needs no line of its own if most sessions ask for the directory. */
const withoutCovered = (groups: readonly (readonly Sighting[])[]): (readonly Sighting[])[] => {
  const folders = new Map<string, number>()
  for (const group of groups) {
    if (group[0]?.trigger.code !== MISSING_PATH) continue
    const direct = group.filter(({ isImplied }) => isImplied !== true)
    folders.set(subjectOf(group), collectFamilies(direct).size)
  }
  return groups.filter((group) => {
    if (group[0]?.trigger.code !== MISSING_PATH) return true
    const own = folders.get(subjectOf(group)) ?? 0
    const parts = subjectOf(group).split('/')
    return !parts.slice(1).some((_, index) => (folders.get(parts.slice(0, index + 1).join('/')) ?? 0) > own)
  })
}
