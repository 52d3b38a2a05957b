import { addCluster, clusterRate, clusterRatio, emptySums, type RatioSums } from '../lib/stats/ratio.ts'
import type { EarlyLate } from '../schema/listing/history-profile.ts'
import { createContrast } from './contrast.ts'
import type { Slices } from './slices.ts'
import { type Counted, isError, UNKNOWN_CODE } from './track.ts'

/** A session this short has nothing that could be called late. */
const FEWEST_CALLS = 5
/** Fewer sessions than this are an anecdote, whatever their interval says. */
const FEWEST_SESSIONS = 10

/** Sums over sessions for early against late. */
export interface EarlyLateSums {
  early: RatioSums
  late: RatioSums
  /** Weighted differences over weights. */
  contrast: RatioSums
}

export const emptyEarlyLate = (): EarlyLateSums => ({
  early: emptySums(),
  late: emptySums(),
  contrast: emptySums(),
})

const contrast = createContrast()

/** Adds a session to each of the sums: its first against its last calls, like with like. */
export const addEarlyLate = (
  into: readonly EarlyLateSums[],
  { track, strata, slices, counted }: { track: string; strata: string; slices: Slices | undefined; counted: Counted },
): void => {
  if (slices === undefined || slices.judged < FEWEST_CALLS) return
  for (let index = 0; index < track.length; index++) {
    if (index === slices.earlyEnd) index = slices.lateStart
    const code = track.charCodeAt(index)
    if (code === UNKNOWN_CODE) continue
    contrast.add(strata.charCodeAt(index), index < slices.earlyEnd ? 0 : 1, isError(code, counted))
  }
  const { difference, weight, n, x } = contrast.take()
  for (const sums of into) {
    addCluster(sums.early, x[0], n[0])
    addCluster(sums.late, x[1], n[1])
    addCluster(sums.contrast, difference, weight)
  }
}

export const earlyLateFigures = (sums: EarlyLateSums): EarlyLate => {
  const early = clusterRate(sums.early)
  const late = clusterRate(sums.late)
  const difference = clusterRatio(sums.contrast)
  const reason = whyNot(sums, difference !== null)
  const verdict = reason === undefined && difference !== null ? verdictOf(difference) : 'not-enough-data'
  return { early, late, difference, verdict, ...(reason === undefined ? {} : { reason }) }
}

const verdictOf = ({ low, high }: { low: number; high: number }): EarlyLate['verdict'] => {
  if (high < 0) return 'improves'
  return low > 0 ? 'worsens' : 'no-clear-difference'
}

const whyNot = (sums: EarlyLateSums, isKnown: boolean): string | undefined => {
  if (sums.early.clusters === 0) return `no session has ${FEWEST_CALLS} calls with a known outcome`
  const { clusters } = sums.contrast
  if (clusters < FEWEST_SESSIONS) {
    return `only ${clusters} sessions did the same kind of work early and late; ${FEWEST_SESSIONS} are needed`
  }
  return isKnown ? undefined : 'early and late calls failed equally often in every session'
}
