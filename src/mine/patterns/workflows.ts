import type { HarvestedSession } from '../../schema/harvest.ts'
import { isKnownForm } from './known-form.ts'
import { keyOf, type ShapeGroup } from './shape-groups.ts'

/** Two to four things done in this order in several independent sessions. */
export interface Sequence {
  groups: ShapeGroup[]
  support: number
  /** Sessions with this sequence, the newest first, at most three. */
  sessions: string[]
}

const SHORTEST = 2
/** The most calls that may lie between two steps of a sequence; these are mostly reads and edits. */
export const WIDEST_GAP = 5
const MOST_SESSIONS = 3
/** Limits the number of groups, because the numbers of a sequence's groups must fit into one key. */
const MOST_GROUPS = 4_000
/** A longer sequence replaces a shorter one inside it if it is at least this frequent in comparison. */
const STANDS_FOR = 0.5

/**
 * Finds sequences that recur, longer ones before their parts, the most frequent first. Steps that every model knows
 * and repetitions are skipped, because neither is a way of working.
 */
export const findSequences = (
  sessions: readonly HarvestedSession[],
  groups: ReadonlyMap<string, ShapeGroup>,
  { minSupport, most }: { minSupport: number; most: number },
): Sequence[] => {
  const telling = [...groups.values()].filter((group) => group.support >= minSupport && !isKnownForm(group))
  const numbered = telling
    .toSorted((one, other) => other.support - one.support || byKey(one, other))
    .slice(0, MOST_GROUPS)
  const numbers = new Map(numbered.map((group, index) => [keyOf(group), index]))
  const counts = new Map<number, Counted>()
  for (const [family, members] of byFamily(sessions).entries()) {
    for (const session of members) countSession(counts, session, { numbers, base: numbered.length + 1, family })
  }
  const base = numbered.length + 1
  const frequent = [...counts].filter(([, counted]) => counted.support >= minSupport)
  const worth = frequent.toSorted(
    ([one, a], [other, b]) => scoreOf(other, b, base) - scoreOf(one, a, base) || one - other,
  )
  const found = worth.slice(0, MOST_CONSIDERED).map(([code, { support, sessions: seen }]): Sequence => {
    const steps = decode(code, base).map((number) => numbered[number])
    return { groups: steps.filter((step) => step !== undefined), support, sessions: seen }
  })
  return keepMaximal(found, most)
}

/** Sequences further down are rarer than any that will be shown. */
const MOST_CONSIDERED = 500

/**
 * One more step is worth as much as this many more sessions. Groups are numbered by support, so ties go to the usual
 * ones.
 */
const scoreOf = (code: number, { support }: Counted, base: number): number => {
  let length = 1
  for (let left = code; left >= base; left = Math.floor(left / base)) length++
  return support * length
}

interface Counted {
  support: number
  family: number
  sessions: string[]
}

/** Groups sessions by family, so that a sequence counts once in a family. */
const byFamily = (sessions: readonly HarvestedSession[]): HarvestedSession[][] => {
  const families = new Map<string, HarvestedSession[]>()
  for (const session of sessions) {
    const members = families.get(session.family)
    if (members === undefined) families.set(session.family, [session])
    else members.push(session)
  }
  return [...families.values()]
}

/** Uses plain loops over numbers, because it visits every call of a history. */
const countSession = (
  counts: Map<number, Counted>,
  session: HarvestedSession,
  { numbers, base, family }: { numbers: ReadonlyMap<string, number>; base: number; family: number },
): void => {
  const { shapes, tracks } = session.harvest
  const local = shapes.map((shape) => numbers.get(keyOf(shape)) ?? -1)
  for (const track of tracks) {
    // The last step, and the codes of the sequences of two and three steps that end in it; 0 if there is none.
    let [one, two, three] = [0, 0, 0]
    let at = -1
    for (let index = 0; index < track.length; index++) {
      const number = local[track[index] ?? -1] ?? -1
      if (number < 0) continue
      const step = number + 1
      const isNear = at >= 0 && index - at <= WIDEST_GAP + 1
      at = index
      if (step === one) continue
      const four = isNear && three > 0 ? three * base + step : 0
      three = isNear && two > 0 ? two * base + step : 0
      two = isNear && one > 0 ? one * base + step : 0
      one = step
      if (two > 0) count(counts, two, family, session.id)
      if (three > 0) count(counts, three, family, session.id)
      if (four > 0) count(counts, four, family, session.id)
    }
  }
}

const count = (counts: Map<number, Counted>, code: number, family: number, session: string): void => {
  const known = counts.get(code)
  if (known === undefined) counts.set(code, { support: 1, family, sessions: [session] })
  else if (known.family !== family) {
    known.support++
    known.family = family
    if (known.sessions.length < MOST_SESSIONS) known.sessions.push(session)
  }
}

const decode = (code: number, base: number): number[] => {
  const numbers: number[] = []
  for (let left = code; left > 0; left = Math.floor(left / base)) numbers.unshift((left % base) - 1)
  return numbers
}

const nameOf = ({ groups }: Sequence): string => groups.map(keyOf).join('\u0001')

const byKey = (one: ShapeGroup, other: ShapeGroup): number => (keyOf(one) < keyOf(other) ? -1 : 1)

/** Removes sequences that are part of a better one, and sequences that a longer, nearly as frequent one replaces. */
const keepMaximal = (ranked: readonly Sequence[], most: number): Sequence[] => {
  const kept: Sequence[] = []
  for (const sequence of ranked) {
    if (kept.length >= most) break
    // A, B, A, B is two steps in turn, not four.
    if (new Set(sequence.groups).size < sequence.groups.length) continue
    if (hasLonger(ranked, sequence) || kept.some((other) => overlap(other, sequence) >= SHORTEST)) continue
    kept.push(sequence)
  }
  return kept
}

const hasLonger = (ranked: readonly Sequence[], sequence: Sequence): boolean =>
  ranked.some(
    (other) =>
      other.groups.length > sequence.groups.length &&
      new Set(other.groups).size === other.groups.length &&
      other.support >= STANDS_FOR * sequence.support &&
      isInside(sequence, other),
  )

const isInside = (part: Sequence, whole: Sequence): boolean =>
  `\u0001${nameOf(whole)}\u0001`.includes(`\u0001${nameOf(part)}\u0001`)

const overlap = (one: Sequence, other: Sequence): number =>
  one.groups.filter((group) => other.groups.includes(group)).length
