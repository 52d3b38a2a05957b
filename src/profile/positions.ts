import { addCluster, clusterRate, emptySums, type RatioSums } from '../lib/stats/ratio.ts'
import type { HistoryProfile } from '../schema/listing/history-profile.ts'
import { isMostlyKnown, MOSTLY_UNKNOWN, NO_OUTCOME } from './group.ts'
import { LENGTHS, type LengthBucket } from './length.ts'
import { countIn } from './track.ts'

const PLACES = [
  { name: '1-10', from: 0, to: 10 },
  { name: '11-25', from: 10, to: 25 },
  { name: '26-50', from: 25, to: 50 },
  { name: '51-100', from: 50, to: 100 },
  { name: '101+', from: 100, to: Number.POSITIVE_INFINITY },
]

/**
 * Compares errors at the same place of short, middling and long sessions. If long sessions are better only because bad
 * ones are given up early, they are already better at their beginning.
 */
export const createPositions = () => {
  const sums = PLACES.map(() => new Map<LengthBucket, RatioSums>(LENGTHS.map((name) => [name, emptySums()])))
  const calls = PLACES.map(() => new Map<LengthBucket, number>())
  return {
    add(track: string, bucket: LengthBucket): void {
      for (const [at, { from, to }] of PLACES.entries()) {
        if (from >= track.length) break
        const { x, n } = countIn(track, from, Math.min(to, track.length), 'all')
        const into = sums[at]?.get(bucket)
        if (into !== undefined) addCluster(into, x, n)
        calls[at]?.set(bucket, (calls[at].get(bucket) ?? 0) + Math.min(to, track.length) - from)
      }
    },
    figures: (): HistoryProfile['byPosition'] =>
      PLACES.map(({ name }, at) => ({
        positions: name,
        lengths: LENGTHS.map((bucket) => {
          const into = sums[at]?.get(bucket) ?? emptySums()
          const errorRate = isMostlyKnown(into.n, calls[at]?.get(bucket) ?? 0) ? clusterRate(into) : null
          return {
            bucket,
            sessions: into.clusters,
            errorRate,
            ...(errorRate === null ? { reason: whyNot(into, calls[at]?.get(bucket) ?? 0) } : {}),
          }
        }),
      })),
  }
}

const whyNot = (sums: RatioSums, calls: number): string => {
  if (calls === 0) return 'no such calls'
  return sums.n === 0 ? NO_OUTCOME : MOSTLY_UNKNOWN
}
