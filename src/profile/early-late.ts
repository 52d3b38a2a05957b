import type { Estimate } from '../lib/stats/estimate.ts'
import { figureOfRate, moverDifference } from '../lib/stats/mover.ts'
import { addCluster, clusterRate, emptySums, type RatioSums } from '../lib/stats/ratio.ts'
import type { EarlyLate } from '../schema/listing/history-profile.ts'
import { addContrast, bounded, type ContrastSums, contrastFigure, createContrast, emptyContrast } from './contrast.ts'
import type { Slices } from './slices.ts'
import { type Counted, countIn, isError, UNKNOWN_CODE } from './track.ts'

/** A session with fewer calls has no late part. */
const FEWEST_CALLS = 5
/** Fewer sessions than this are an anecdote, whatever their interval says. */
const FEWEST_SESSIONS = 10
const STARTING_CALLS = 10

/** Sums over sessions for comparing early with late calls. */
export interface EarlyLateSums {
  early: RatioSums
  late: RatioSums
  /** Late against early calls, compared within the same kind of work. */
  contrast: ContrastSums
  /** The first ten calls, and the calls after the tenth, of all sessions that got so far. */
  start: RatioSums
  later: RatioSums
}

export const emptyEarlyLate = (): EarlyLateSums => ({
  early: emptySums(),
  late: emptySums(),
  contrast: emptyContrast(),
  start: emptySums(),
  later: emptySums(),
})

const contrast = createContrast()

/** Adds a session to each of the sums: its first against its last calls, within the same kind of work. */
export const addEarlyLate = (
  into: readonly EarlyLateSums[],
  { track, strata, slices, counted }: { track: string; strata: string; slices: Slices | undefined; counted: Counted },
): void => {
  const start = countIn(track, 0, STARTING_CALLS, counted)
  const later = countIn(track, STARTING_CALLS, track.length, counted)
  for (const sums of into) {
    addCluster(sums.start, start.x, start.n)
    addCluster(sums.later, later.x, later.n)
  }
  if (slices === undefined || slices.judged < FEWEST_CALLS) return
  for (let index = 0; index < track.length; index++) {
    if (index === slices.earlyEnd) index = slices.lateStart
    const code = track.charCodeAt(index)
    if (code === UNKNOWN_CODE) continue
    contrast.add(strata.charCodeAt(index), index < slices.earlyEnd ? 0 : 1, isError(code, counted))
  }
  const taken = contrast.take()
  const { n, x } = taken
  for (const sums of into) {
    addCluster(sums.early, x[0], n[0])
    addCluster(sums.late, x[1], n[1])
    addContrast(sums.contrast, taken)
  }
}

/**
 * How a session goes decides when it ends, and that alone can make late calls look different from early ones. Sessions
 * given up after errors seem to get worse inside; sessions ended by success seem to get better. Over all sessions that
 * got so far, the same endings mislead in the other direction or not at all. So a change counts only if both figures
 * show it.
 */
export const earlyLateFigures = (sums: EarlyLateSums): EarlyLate => {
  const early = clusterRate(sums.early)
  const late = clusterRate(sums.late)
  const enough = sums.contrast.change.clusters >= FEWEST_SESSIONS
  const difference = enough ? contrastFigure(sums.contrast) : null
  const amongAll = enough ? changeAmongAll(sums) : null
  const reason = difference === null ? whyNot(sums) : undefined
  const verdict = difference === null ? 'not-enough-data' : verdictOf(difference, amongAll)
  return { early, late, difference, amongAll, verdict, ...(reason === undefined ? {} : { reason }) }
}

const changeAmongAll = ({ start, later }: EarlyLateSums): Estimate | null => {
  const [first, second] = [clusterRate(start), clusterRate(later)]
  if (first === null || second === null) return null
  return bounded({ ...moverDifference(figureOfRate(second), figureOfRate(first)), n: later.clusters })
}

const verdictOf = (inside: Estimate, amongAll: Estimate | null): EarlyLate['verdict'] => {
  if (inside.high < 0 && amongAll !== null && amongAll.high < 0) return 'improves'
  return inside.low > 0 && amongAll !== null && amongAll.low > 0 ? 'worsens' : 'no-clear-difference'
}

const whyNot = (sums: EarlyLateSums): string => {
  if (sums.start.clusters === 0) return 'there is no such session'
  if (sums.early.clusters === 0) return `none of them has ${FEWEST_CALLS} calls with a known outcome`
  const { clusters } = sums.contrast.change
  const few = clusters === 1 ? 'only 1 session' : `only ${clusters} sessions`
  return `${few} did the same kind of work early and late; ${FEWEST_SESSIONS} are needed`
}
