import { wilson } from '../lib/stats/wilson.ts'
import type { Lesson } from '../schema/lesson.ts'
import type { LessonSession } from './facts.ts'
import type { Sighting } from './sighting.ts'

/** The number of independent sessions that must make a mistake before it becomes a lesson. */
export const FEWEST_SESSIONS = 2

/** A session of this age counts half, because repositories change within months. */
const HALF_LIFE_MS = 60 * 24 * 3_600_000

/** Families of sessions, each with the time of its last session. Different families did not come out of each other. */
export type Witnesses = ReadonlyMap<string, number | undefined>

export const collectWitnesses = (sessions: Iterable<LessonSession>): Witnesses => {
  const families = new Map<string, number | undefined>()
  for (const { family, startedAt } of sessions) {
    const known = families.get(family)
    families.set(family, known === undefined ? startedAt : Math.max(known, startedAt ?? known))
  }
  return families
}

export const collectFamilies = (sightings: readonly Pick<Sighting, 'session'>[]): Set<string> =>
  new Set(sightings.map(({ session }) => session.family))

export const countSupport = (
  sightings: readonly Sighting[],
  witnesses: Witnesses,
): Pick<Lesson['support'], 'sessions' | 'of' | 'lastAt' | 'times'> => {
  // A call without a time was made no earlier than its session began.
  const times = sightings.flatMap(({ call, session }) => call.at ?? session.startedAt ?? [])
  return {
    sessions: collectFamilies(sightings).size,
    of: witnesses.size,
    lastAt: times.length === 0 ? null : times.reduce((latest, at) => Math.max(latest, at)),
    times: sightings.length,
  }
}

/** Lower bound of the share of sessions that make the mistake. Older sessions weigh less. */
export const rateFloor = (families: ReadonlySet<string>, witnesses: Witnesses): number => {
  const newest = [...witnesses.values()].reduce<number>((latest, at) => Math.max(latest, at ?? 0), 0)
  let [all, squares, made] = [0, 0, 0]
  for (const [family, at] of witnesses) {
    const weight = at === undefined ? UNKNOWN_AGE : 0.5 ** ((newest - at) / HALF_LIFE_MS)
    all += weight
    squares += weight * weight
    if (families.has(family)) made += weight
  }
  if (all === 0) return 0
  const size = (all * all) / squares
  return wilson((made / all) * size, size, CONFIDENCE).low
}

/** The weight of a session without a time: that of one half-life. */
const UNKNOWN_AGE = 0.5
const CONFIDENCE = 0.8
