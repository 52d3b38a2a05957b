import { percent } from '../lib/number-text.ts'
import { isoTime } from '../lib/clock.ts'
import type { Estimate, Rate } from '../lib/stats/estimate.ts'
import { figureOfEstimate, figureOfRate, moverDifference } from '../lib/stats/mover.ts'
import { newcombe } from '../lib/stats/newcombe.ts'
import { addCluster, clusterRate, emptySums, type RatioSums } from '../lib/stats/ratio.ts'
import { wilson } from '../lib/stats/wilson.ts'
import type { CompressionReport } from '../schema/listing/compression-report.ts'
import { addContrast, bounded, type ContrastSums, contrastFigure, createContrast, emptyContrast } from './contrast.ts'
import { type CompactionTally, type Place, WINDOW } from './tally.ts'
import { countIn, isError, UNKNOWN_CODE } from './track.ts'

/** The calls before and after a place in a session, with or without a compaction there. */
export interface Point {
  before: Stretch
  after: Stretch
}

interface Stretch {
  track: string
  strata: string
}

/** A compaction with the calls around it. */
export interface CompactionEvent extends Point {
  /**
   * Equal for events whose calls are not independent: those of one session, or of sessions that continue each other.
   */
  cluster: string
  session: string
  /** The session that continues this one, if compression ended it. */
  continuedIn?: string
  source: string
  around: CompactionTally
}

/** The calls on both sides of a place in a session's track. */
export const pointAt = (track: string, strata: string, { index, from, to }: Place): Point => {
  const part = (start: number, end: number): Stretch => ({
    track: track.slice(start, end),
    strata: strata.slice(start, end),
  })
  return { before: part(from, index), after: part(index, to) }
}

/** A place with a full window of calls on both sides, as far as the session reaches. */
export const placeAt = (index: number, calls: number): Place => ({
  index,
  from: Math.max(0, index - WINDOW),
  to: Math.min(calls, index + WINDOW),
})

/** `preserved` needs an interval that rules out a larger loss than this, or than the rate before if that is smaller. */
const LARGEST_LOSS = 0.05
const SMALLEST_LOSS = 0.01
/** A side with fewer calls than this is an anecdote. */
const FEWEST_CALLS = 10
const FEWEST_EVENTS = 2

interface Sides {
  before: RatioSums
  after: RatioSums
  /** Change inside each session, compared within the same kind of work. */
  change: ContrastSums
  counts: { before: Counts; after: Counts }
}

interface Counts {
  x: number
  n: number
}

const contrast = createContrast()

/** Adds points up. The points of one session form one cluster. */
const addUp = (clusters: readonly (readonly Point[])[]): Sides => {
  const sides: Sides = {
    before: emptySums(),
    after: emptySums(),
    change: emptyContrast(),
    counts: { before: { x: 0, n: 0 }, after: { x: 0, n: 0 } },
  }
  for (const points of clusters) {
    const before = { x: 0, n: 0 }
    const after = { x: 0, n: 0 }
    const all = { difference: 0, weight: 0, rates: [0, 0] as [number, number] }
    for (const point of points) {
      // A point without known outcomes on one side has nothing to be compared with.
      if (!hasJudged(point.before) || !hasJudged(point.after)) continue
      addStretch(point.before, 0, before)
      addStretch(point.after, 1, after)
      const taken = contrast.take()
      all.difference += taken.difference
      all.weight += taken.weight
      for (const side of [0, 1] as const) all.rates[side] += taken.rates[side]
    }
    addCluster(sides.before, before.x, before.n)
    addCluster(sides.after, after.x, after.n)
    addContrast(sides.change, all)
    for (const name of ['x', 'n'] as const) {
      sides.counts.before[name] += before[name]
      sides.counts.after[name] += after[name]
    }
  }
  return sides
}

const hasJudged = ({ track }: Stretch): boolean => countIn(track, 0, track.length, 'all').n > 0

const addStretch = ({ track, strata }: Stretch, side: 0 | 1, counts: Counts): void => {
  for (let index = 0; index < track.length; index++) {
    const code = track.charCodeAt(index)
    if (code === UNKNOWN_CODE) continue
    contrast.add(strata.charCodeAt(index), side, isError(code, 'all'))
  }
  const { x, n } = countIn(track, 0, track.length, 'all')
  counts.x += x
  counts.n += n
}

/** Tells whether compaction cost anything: compares before with after, and with places where nothing was compacted. */
export const compressionReport = (
  events: readonly CompactionEvent[],
  controls: readonly (readonly Point[])[],
  options: { session: string | null; tolerance: number; sessions: number },
): CompressionReport => {
  const { tolerance } = options
  const sides = addUp([...Map.groupBy(events, (event) => event.cluster).values()])
  const control = addUp(controls)
  const [before, after] = ratesOf(sides)
  const change = changeOf(sides)
  const controlChange = changeOf(control)
  const excess =
    before === null || after === null
      ? null
      : { ...moverDifference(figureOfRate(after), figureOfRate(before), tolerance), n: sides.after.clusters }
  const difference =
    change === null || controlChange === null
      ? null
      : bounded({
          ...moverDifference(figureOfEstimate(change), figureOfEstimate(controlChange)),
          n: change.n + controlChange.n,
        })
  const shortage = whyNot(events.length, options.sessions, sides)
  const verdict =
    shortage === undefined && excess !== null && before !== null ? verdictOf(excess, before) : 'not-enough-data'
  const reasons = [
    shortage ?? (verdict === 'not-enough-data' ? 'the interval allows for both' : undefined),
    shortage === undefined && change === null ? 'the work before and after was of different kinds' : undefined,
    change !== null && difference === null ? NO_CONTROL : undefined,
  ].filter((reason) => reason !== undefined)
  return {
    session: options.session,
    hasCompression: events.length > 0,
    events: events.map(eventFigures),
    before,
    after,
    control: controls.length === 0 ? null : controlFigures(control, controls, controlChange),
    change,
    difference,
    rereads: rereadFigures(events),
    repeatedErrors: repeatFigures(events),
    tolerance,
    excess,
    preserved: verdict === 'not-enough-data' ? null : verdict === 'preserved',
    verdict,
    ...(reasons.length === 0 ? {} : { reason: reasons.join('; ') }),
    note: noteOf({ verdict, difference, shortage, before, after, tolerance, events: events.length }),
  }
}

const NO_CONTROL = 'there are no comparable places without compaction'

/** For one session the interval is about its calls, for several it is about sessions. */
const ratesOf = ({ before, after }: Sides): [Rate | null, Rate | null] => {
  const rate = (sums: RatioSums): Rate | null => {
    if (sums.n === 0) return null
    return sums.clusters === 1 ? wilson(sums.x, sums.n) : clusterRate(sums)
  }
  return [rate(before), rate(after)]
}

/** The units are sessions, and n counts them. For a single session its calls are the units. */
const changeOf = (sides: Sides): Estimate | null => {
  const { change: contrasts, counts } = sides
  if (contrasts.change.clusters === 0) return null
  if (sides.before.clusters === 1) return { ...newcombe(counts.after, counts.before), n: 1 }
  return contrastFigure(contrasts)
}

const verdictOf = ({ estimate, low, high }: Estimate, before: Rate): 'preserved' | 'lost' | 'not-enough-data' => {
  if (low > 0) return 'lost'
  const margin = Math.min(LARGEST_LOSS, Math.max(SMALLEST_LOSS, before.rate))
  return estimate <= 0 && high <= margin ? 'preserved' : 'not-enough-data'
}

const whyNot = (events: number, sessions: number, { counts }: Sides): string | undefined => {
  if (sessions === 0) return 'no session fits the filter'
  if (events === 0) return 'nothing was compacted'
  const fewest = Math.min(counts.before.n, counts.after.n)
  if (fewest === 0) return 'of no compaction are there calls with a known outcome on both sides'
  if (fewest >= FEWEST_CALLS) return undefined
  const few = fewest === 1 ? 'only 1 call' : `only ${fewest} calls`
  return `${few} with a known outcome on one side; ${FEWEST_CALLS} are needed`
}

const eventFigures = (event: CompactionEvent): CompressionReport['events'][number] => {
  const { around } = event
  const rate = ({ track }: Stretch): Rate | null => {
    const { x, n } = countIn(track, 0, track.length, 'all')
    return n === 0 ? null : wilson(x, n)
  }
  const [before, after] = [rate(event.before), rate(event.after)]
  const isMissing = before === null || after === null
  return {
    session: event.session,
    continuedIn: event.continuedIn ?? null,
    source: event.source,
    kind: around.kind,
    at: isoTime(around.at),
    afterCall: around.afterCall,
    before,
    after,
    ...(isMissing ? { reason: `no calls with a known outcome ${before === null ? 'before' : 'after'} it` } : {}),
    rereads: { before: around.before[1], after: around.after[1] },
    repeatedErrors: around.repeats[1],
  }
}

const controlFigures = (
  sides: Sides,
  controls: readonly (readonly Point[])[],
  difference: Estimate | null,
): CompressionReport['control'] => ({
  points: controls.reduce((sum, points) => sum + points.length, 0),
  before: clusterRate(sides.before),
  after: clusterRate(sides.after),
  difference,
  ...(difference === null ? { reason: 'the work on both sides was of different kinds' } : {}),
})

const rereadFigures = (events: readonly CompactionEvent[]): CompressionReport['rereads'] => {
  const share = (side: 'before' | 'after'): Rate | null => {
    const sums = emptySums()
    for (const { around } of events) addCluster(sums, around[side][1], around[side][0])
    return clusterRate(sums)
  }
  const [before, after] = [share('before'), share('after')]
  const isMissing = before === null || after === null
  return { before, after, ...(isMissing ? { reason: `no file was read ${before === null ? 'before' : 'after'}` } : {}) }
}

const repeatFigures = (events: readonly CompactionEvent[]): CompressionReport['repeatedErrors'] => {
  const sums = emptySums()
  for (const { around } of events) addCluster(sums, around.repeats[1], around.repeats[0])
  const rate = clusterRate(sums)
  return { count: sums.x, rate, ...(rate === null ? { reason: 'nothing failed after a compaction' } : {}) }
}

const noteOf = (found: {
  verdict: CompressionReport['verdict']
  difference: Estimate | null
  shortage: string | undefined
  before: Rate | null
  after: Rate | null
  tolerance: number
  events: number
}): string => {
  const { verdict, difference, shortage, before, after, tolerance } = found
  if (found.events === 0) return 'No compaction was found, so there is nothing to compare.'
  if (before === null || after === null) return `It cannot be said: ${shortage ?? 'calls are missing on one side'}.`
  const seen = `${percent(before.rate)} of the calls failed in the twenty before and ${percent(after.rate)} in the twenty after.`
  const few = found.events < FEWEST_EVENTS ? ' One compaction is an anecdote.' : ''
  const judged = {
    preserved: `That is no more than ${tolerance} times the rate before, and a loss worth mentioning is ruled out.`,
    lost: `That is more than ${tolerance} times the rate before, the interval included.`,
    'not-enough-data': `Whether that is within ${tolerance} times the rate before cannot be said${shortage === undefined ? ': the interval allows for both' : `: ${shortage}`}.`,
  }[verdict]
  return `${seen} ${judged}${few}${controlNote(verdict, difference)}`
}

const controlNote = (verdict: string, difference: Estimate | null): string => {
  if (difference === null) return ' There is nothing comparable without compaction to hold it against.'
  if (verdict === 'lost' && difference.low <= 0) {
    return ' But errors rise at the same place of sessions that were not compacted too, so compaction need not be the reason.'
  }
  if (difference.low > 0) return ' At the same place of sessions that were not compacted errors rise less.'
  return ' Held against the same place of sessions that were not compacted, no clear difference is left.'
}
