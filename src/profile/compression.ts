import { isoTime } from '../lib/clock.ts'
import type { Estimate, Rate } from '../lib/stats/estimate.ts'
import { figureOfEstimate, figureOfRate, moverDifference } from '../lib/stats/mover.ts'
import { newcombe } from '../lib/stats/newcombe.ts'
import { addCluster, clusterRate, clusterRatio, emptySums, type RatioSums } from '../lib/stats/ratio.ts'
import { wilson } from '../lib/stats/wilson.ts'
import type { CompressionReport } from '../schema/listing/compression-report.ts'
import { createContrast } from './contrast.ts'
import { type CompactionTally, WINDOW } from './tally.ts'
import { countIn, isError, UNKNOWN_CODE } from './track.ts'

/** A place in a session where history was, or was not, compacted: the calls before and after it. */
export interface Point {
  before: Stretch
  after: Stretch
}

interface Stretch {
  track: string
  strata: string
}

/** A compaction with what is known around it. */
export interface CompactionEvent extends Point {
  sessionId: string
  session: string
  /** The session in which it goes on, where compression ends one. */
  continuedIn?: string
  source: string
  around: CompactionTally
}

/** The calls on both sides of an index of a session's track. */
export const pointAt = (track: string, strata: string, index: number): Point => {
  const part = (from: number, to: number): Stretch => ({ track: track.slice(from, to), strata: strata.slice(from, to) })
  return { before: part(Math.max(0, index - WINDOW), index), after: part(index, index + WINDOW) }
}

/** Loss below this many points is of no practical concern; an interval that stays under it means preserved. */
const PRACTICAL_LOSS = 0.05
/** Fewer calls than this on a side are an anecdote. */
const FEWEST_CALLS = 10
const FEWEST_EVENTS = 2

interface Sides {
  before: RatioSums
  after: RatioSums
  /** Change inside each session, like with like. */
  change: RatioSums
  counts: { before: Counts; after: Counts }
}

interface Counts {
  x: number
  n: number
}

const contrast = createContrast()

/** Adds up points; those of one session are one cluster. */
const addUp = (clusters: readonly (readonly Point[])[]): Sides => {
  const sides: Sides = {
    before: emptySums(),
    after: emptySums(),
    change: emptySums(),
    counts: { before: { x: 0, n: 0 }, after: { x: 0, n: 0 } },
  }
  for (const points of clusters) {
    const before = { x: 0, n: 0 }
    const after = { x: 0, n: 0 }
    let difference = 0
    let weight = 0
    for (const point of points) {
      addStretch(point.before, 0, before)
      addStretch(point.after, 1, after)
      const taken = contrast.take()
      difference += taken.difference
      weight += taken.weight
    }
    addCluster(sides.before, before.x, before.n)
    addCluster(sides.after, after.x, after.n)
    addCluster(sides.change, difference, weight)
    for (const name of ['x', 'n'] as const) {
      sides.counts.before[name] += before[name]
      sides.counts.after[name] += after[name]
    }
  }
  return sides
}

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

/** Whether compaction cost anything: before against after, against places where nothing was compacted. */
export const compressionReport = (
  events: readonly CompactionEvent[],
  controls: readonly (readonly Point[])[],
  options: { session: string | null; tolerance: number },
): CompressionReport => {
  const sides = addUp([...Map.groupBy(events, (event) => event.sessionId).values()])
  const control = addUp(controls)
  const before = clusterRate(sides.before)
  const after = clusterRate(sides.after)
  const change = changeOf(sides)
  const controlChange = changeOf(control)
  const excess =
    before === null || after === null
      ? null
      : { ...moverDifference(figureOfRate(after), figureOfRate(before), options.tolerance), n: sides.after.clusters }
  const reason = whyNot(events.length, sides)
  const verdict = reason === undefined && excess !== null ? verdictOf(excess) : 'not-enough-data'
  const difference =
    change === null || controlChange === null
      ? null
      : moverDifference(figureOfEstimate(change), figureOfEstimate(controlChange))
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
    tolerance: options.tolerance,
    excess,
    preserved: verdict === 'not-enough-data' ? null : verdict === 'preserved',
    verdict,
    ...(verdict === 'not-enough-data' ? { reason: reason ?? 'the interval allows for both' } : {}),
    note: noteOf({ verdict, difference, reason, before, after, tolerance: options.tolerance, events: events.length }),
  }
}

/** Clusters where there are several; inside one session the calls have to do. */
const changeOf = ({ change, counts }: Sides): Estimate | null => {
  if (change.clusters >= 2) return clusterRatio(change)
  const { before, after } = counts
  return before.n === 0 || after.n === 0 ? null : newcombe(after, before)
}

const verdictOf = ({ low, high }: Estimate): 'preserved' | 'lost' | 'not-enough-data' => {
  if (low > 0) return 'lost'
  return high <= PRACTICAL_LOSS ? 'preserved' : 'not-enough-data'
}

const whyNot = (events: number, { counts }: Sides): string | undefined => {
  if (events === 0) return 'nothing was compacted'
  const fewest = Math.min(counts.before.n, counts.after.n)
  if (fewest < FEWEST_CALLS) {
    return `only ${fewest} calls with a known outcome on one side; ${FEWEST_CALLS} are needed`
  }
  return undefined
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
  ...(difference === null ? { reason: 'too few calls of the same kind on both sides' } : {}),
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

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`

const noteOf = (found: {
  verdict: CompressionReport['verdict']
  difference: Estimate | null
  reason: string | undefined
  before: Rate | null
  after: Rate | null
  tolerance: number
  events: number
}): string => {
  const { verdict, difference, reason, before, after, tolerance } = found
  if (found.events === 0) return 'No compaction was found, so there is nothing to compare.'
  if (before === null || after === null) return `It cannot be said: ${reason ?? 'calls are missing on one side'}.`
  const seen = `${percent(before.rate)} of the calls failed in the twenty before and ${percent(after.rate)} in the twenty after.`
  const few = found.events < FEWEST_EVENTS ? ' One compaction is an anecdote.' : ''
  const judged = {
    preserved: `That is ${tolerance} times the rate before or less, or at worst ${PRACTICAL_LOSS * 100} points above it.`,
    lost: `That is more than ${tolerance} times the rate before, the interval included.`,
    'not-enough-data': `Whether that is within ${tolerance} times the rate before cannot be said${reason === undefined ? ': the interval allows for both' : `: ${reason}`}.`,
  }[verdict]
  return `${seen} ${judged}${few}${controlNote(verdict, difference)}`
}

const controlNote = (verdict: string, difference: Estimate | null): string => {
  if (difference === null) return ' There are no comparable places without compaction to hold it against.'
  if (verdict === 'lost' && difference.low <= 0) {
    return ' But errors rise at the same place of sessions that were not compacted too, so compaction need not be the reason.'
  }
  if (difference.low > 0) return ' At the same place of sessions that were not compacted errors rise less.'
  return ' Held against the same place of sessions that were not compacted, no clear difference is left.'
}
