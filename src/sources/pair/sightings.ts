import { mixOf } from '../../lib/hash.ts'

/** Ten hex digits tell the calls of one file apart; the full id would double what is carried between runs. */
const SHORT = 10

/**
 * Gives a call its identity, or undefined when this is only another sighting of a call already seen in the file (a
 * repeated progress line, a message cloned by compaction).
 */
export const createSightings = (callIdsRepeat: boolean, saved?: SavedSightings): Sightings => {
  const counts = new Map<string, number>(saved?.counts)
  const exact = new Set<string>(saved?.exact)

  return {
    idOf(sessionId, callId, argsHash, at, isUnique) {
      const mixed = mixOf(sessionId, callId, argsHash, 1)
      const first = besideOthers(sessionId, mixed)
      const key = (isUnique ? mixOf(sessionId, callId) : mixed).slice(0, SHORT)
      const count = counts.get(key) ?? 0
      if (!callIdsRepeat) {
        if (count > 0) return undefined
        counts.set(key, 1)
        return { id: first, nth: 1 }
      }
      if (at !== undefined) {
        // Where ids are reused, only the time tells a clone of a call from another call.
        const clone = `${key}@${at}`
        if (exact.has(clone)) return undefined
        exact.add(clone)
      }
      const nth = count + 1
      counts.set(key, nth)
      return { id: nth === 1 ? first : besideOthers(sessionId, mixOf(sessionId, callId, argsHash, nth)), nth }
    },
    save: () => ({ counts: [...counts], exact: [...exact] }),
  }
}

/** Ids of one session begin alike, so that its rows lie together in every index: a large store is written page by page. */
const besideOthers = (sessionId: string, mixed: string): string => `${sessionId.slice(0, SESSION_DIGITS)}${mixed}`

const SESSION_DIGITS = 6

export interface Sightings {
  /** `isUnique`: the id is that of one call alone, whatever its arguments look like in this sighting. */
  idOf(
    sessionId: string,
    callId: string,
    argsHash: string,
    at: number | undefined,
    isUnique: boolean,
  ): Identity | undefined
  save(): SavedSightings
}

interface Identity {
  id: string
  /** 1 for the first call with this id and arguments in the session, 2 for the second. */
  nth: number
}

interface SavedSightings {
  counts: [string, number][]
  exact: string[]
}
