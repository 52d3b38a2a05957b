import { mixOf } from '../../lib/hash.ts'
import { drawAtlas } from '../atlas.ts'
import type { Conversation, LessonSession } from '../facts.ts'
import { gatherSightings, findMistakes } from '../gather.ts'
import { existingPaths, settlePaths } from '../kinds/missing-paths.ts'
import { type Mistake, mistakeKey, type Sighting } from '../sighting.ts'
import { collectWitnesses } from '../support.ts'

/** Mistakes that sessions of a project made. They are kept as hashes, so that an experiment can keep thousands. */
export interface KnownMistakes {
  /** Independent sessions that were read. With 0 it is unknown whether a mistake was made before. */
  sessions: number
  /** One hash of kind and trigger for each mistake, sorted. */
  keys: string[]
}

interface Facts {
  conversations: readonly Conversation[]
  sessions: readonly LessonSession[]
}

/** The mistakes of these sessions that a lesson could be about. At least one session made each. */
export const collectKnownMistakes = (facts: Facts): KnownMistakes => ({
  sessions: collectWitnesses(facts.sessions).size,
  keys: [...new Set(groupsOf(facts.conversations).flatMap(([first]) => (first === undefined ? [] : hashedKey(first))))]
    .toSorted()
    .slice(0, MOST_KEYS),
})

/** Limits what an experiment keeps. A project of 2,000 sessions has far fewer mistakes. */
const MOST_KEYS = 20_000

/**
 * How many different mistakes of this session earlier sessions had made. A mistake counts once, however often the
 * session makes it. Undefined if no earlier session was read, or if the session's agent records no outcomes.
 */
export const countRepeated = (conversations: readonly Conversation[], known: KnownMistakes): number | undefined => {
  if (known.sessions === 0) return undefined
  const keys = new Set(known.keys)
  return countKnown(conversations, (key) => keys.has(key))
}

/**
 * The same count for every session of a history, by our id of the session. Earlier sessions are those of the same
 * repository that began before the session and belong to another family.
 */
export const repeatedInHistory = ({ conversations, sessions }: Facts): Map<string, number | undefined> => {
  const spoken = Map.groupBy(conversations, ({ session }) => session.repository)
  return new Map(
    [...Map.groupBy(sessions, ({ repository }) => repository)].flatMap(([repository, own]) =>
      repeatedInRepository({ sessions: own, conversations: spoken.get(repository) ?? [] }),
    ),
  )
}

const repeatedInRepository = ({ conversations, sessions }: Facts): [string, number | undefined][] => {
  const makers = new Map<string, Maker[]>()
  for (const group of groupsOf(conversations)) {
    const [first] = group
    const direct = group.filter(({ isImplied }) => isImplied !== true)
    // Sessions that asked for something below a missing directory did not ask for the directory itself. A wrong root
    // always shows in paths below it.
    const meant = direct.length > 0 ? direct : group
    if (first !== undefined) makers.set(hashedKey(first), twoEarliest(meant.flatMap(({ session }) => makerOf(session))))
  }
  const own = Map.groupBy(conversations, ({ session }) => session.id)
  const all = twoEarliest(sessions.flatMap(makerOf))
  return sessions.map((session) => {
    const [maker] = makerOf(session)
    const isEarlier = (other: Maker): boolean =>
      maker !== undefined && other.family !== maker.family && other.at < maker.at
    if (!all.some(isEarlier)) return [session.id, undefined]
    const isKnown = (key: string): boolean => makers.get(key)?.some(isEarlier) === true
    return [session.id, countKnown(own.get(session.id) ?? [], isKnown)]
  })
}

interface Maker {
  family: string
  at: number
}

const makerOf = ({ family, startedAt }: LessonSession): Maker[] =>
  startedAt === undefined ? [] : [{ family, at: startedAt }]

/** The earliest sessions of two different families. At least one of them is not of the family that asks. */
const twoEarliest = (makers: readonly Maker[]): Maker[] => {
  const ordered = makers.toSorted((one, other) => one.at - other.at)
  const [first] = ordered
  const second = ordered.find(({ family }) => family !== first?.family)
  return [first, second].filter((maker) => maker !== undefined)
}

/** Groups the mistakes as mining does: paths that exist, build outputs and the like do not count. */
const groupsOf = (conversations: readonly Conversation[]): (readonly Sighting[])[] => {
  const gathered = gatherSightings(conversations)
  return settlePaths(gathered, drawAtlas(conversations, existingPaths(gathered)))
}

const hashedKey = (mistake: Pick<Mistake, 'kind' | 'trigger'>): string => mixOf(mistakeKey(mistake))

const countKnown = (conversations: readonly Conversation[], isKnown: (key: string) => boolean): number | undefined => {
  const calls = conversations.flatMap((conversation) => conversation.calls)
  if (calls.length > 0 && calls.every(({ outcome }) => outcome === 'unknown')) return undefined
  const made = new Set<string>()
  for (const { calls: own, session } of conversations) {
    for (const call of own) {
      const found = findMistakes(call, session).map((mistake) => ({
        key: hashedKey(mistake),
        isImplied: mistake.isImplied === true,
      }))
      const known = found.filter(({ key }) => isKnown(key))
      const direct = known.filter(({ isImplied }) => !isImplied)
      // A file below a missing directory is one mistake, whether earlier sessions asked for the file or for the
      // directory.
      for (const { key } of direct.length > 0 ? direct : known.slice(-1)) made.add(key)
    }
  }
  return made.size
}
