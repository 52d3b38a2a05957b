import { mixOf } from '../lib/hash.ts'
import { type CompactionEvent, placeAt, type Point, pointAt } from './compression.ts'
import { WINDOW } from './tally.ts'

/**
 * The most sessions of a source that controls are drawn from. They are the first by a hash of their id, so that the
 * draw can be repeated.
 */
const MOST_CANDIDATES = 2_000
/** Control points for each compaction. */
const PER_EVENT = 5

/** A shorter session does not have enough calls for two sides. */
const FEWEST_CALLS = WINDOW + WINDOW / 2

interface Candidate {
  order: string
  track: string
  strata: string
}

/** Collects sessions without compaction and finds, for each compaction, the same place in some of them. */
export const createControls = () => {
  const bySource = new Map<string, Candidate[]>()
  return {
    add(source: string, id: string, track: string, strata: string): void {
      if (track.length < FEWEST_CALLS) return
      let candidates = bySource.get(source)
      if (candidates === undefined) {
        candidates = []
        bySource.set(source, candidates)
      }
      candidates.push({ order: mixOf(id), track, strata })
      if (candidates.length >= 2 * MOST_CANDIDATES) bySource.set(source, firstOf(candidates))
    },
    /** Returns one list of points for each control session; each list is a cluster. */
    match(events: readonly CompactionEvent[]): Point[][] {
      const sorted = new Map([...bySource].map(([source, candidates]) => [source, firstOf(candidates)]))
      const points = new Map<Candidate, Point[]>()
      for (const [at, event] of events.entries()) {
        const reach = event.after.track.length
        if (reach === 0 || event.before.track === '') continue
        // Each event starts at a different position in the list, so that the same few sessions do not serve all events.
        for (const candidate of chosen(sorted.get(event.source) ?? [], event.around.index + reach, at * PER_EVENT)) {
          const index = Math.min(event.around.index, candidate.track.length - reach)
          const { track, strata } = candidate
          const point = pointAt(track, strata, placeAt(index, track.length))
          const known = points.get(candidate)
          if (known === undefined) points.set(candidate, [point])
          else known.push(point)
        }
      }
      return [...points.values()]
    },
  }
}

/**
 * Chooses sessions that reach as far as the compaction and the calls after it. Long sessions are the ones that get
 * compacted, so there may be none. Then the longest sessions serve with their last calls, if both sides have enough.
 */
const chosen = (candidates: readonly Candidate[], length: number, from: number): Candidate[] => {
  const fitting = candidates.filter(({ track }) => track.length >= length)
  if (fitting.length > 0) {
    const count = Math.min(PER_EVENT, fitting.length)
    return Array.from({ length: count }, (_, nth) => fitting[(from + nth) % fitting.length] as Candidate)
  }
  return candidates
    .filter(({ track }) => track.length >= FEWEST_CALLS)
    .toSorted((a, b) => b.track.length - a.track.length || (a.order < b.order ? -1 : 1))
    .slice(0, PER_EVENT)
}

const firstOf = (candidates: readonly Candidate[]): Candidate[] =>
  candidates.toSorted((a, b) => (a.order < b.order ? -1 : 1)).slice(0, MOST_CANDIDATES)
