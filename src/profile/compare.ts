import type { Estimate, Rate } from '../lib/stats/estimate.ts'
import { newcombe } from '../lib/stats/newcombe.ts'
import { addCluster, clusterRate, emptySums, ratioDifference, type RatioSums } from '../lib/stats/ratio.ts'
import { wilson } from '../lib/stats/wilson.ts'
import type { Comparison } from '../schema/listing/comparison.ts'
import type { TallyRow } from '../store/derived/tally.ts'
import { addShare, emptyGroup, type Group, groupFigures, isMostlyKnown, shareOf } from './group.ts'

/** One side of a comparison, added up. */
export interface Side {
  label: string
  group: Group
  outcomes: { ok: number; error: number; unknown: number }
  recoveries: RatioSums
  ids: Set<string>
}

/** Differences smaller than this many points make no practical difference. */
const PRACTICAL = 0.02
/** Fewer sessions than this on a side are an anecdote. */
const FEWEST_SESSIONS = 5

export const emptySide = (label: string): Side => ({
  label,
  group: emptyGroup(),
  outcomes: { ok: 0, error: 0, unknown: 0 },
  recoveries: emptySums(),
  ids: new Set(),
})

export const addToSide = (side: Side, row: TallyRow): void => {
  side.ids.add(row.id)
  if (row.calls === null || row.calls === 0) return
  addShare(side.group, shareOf(row))
  side.outcomes.ok += row.ok ?? 0
  side.outcomes.error += row.failed ?? 0
  side.outcomes.unknown += row.unknown ?? 0
  addCluster(side.recoveries, row.recovered ?? 0, row.recoverable ?? 0)
}

/** Compares two sides; positive improvement means that the first (warm) fails less. */
export const compareSides = (warm: Side, cold: Side, unit: Comparison['unit']): Comparison => {
  const improvement = differenceOf(cold, warm, unit, (side) => side.group.all)
  const agentImprovement = differenceOf(cold, warm, unit, (side) => side.group.agent)
  const overlap = unit === 'session' ? 0 : warm.ids.intersection(cold.ids).size
  const reason = whyNot(warm, cold, unit, overlap)
  const verdict = reason === undefined && improvement !== null ? verdictOf(improvement) : 'not-enough-data'
  return {
    unit,
    warm: sideFigures(warm, unit),
    cold: sideFigures(cold, unit),
    improvement,
    agentImprovement,
    overlap,
    verdict,
    ...(verdict === 'not-enough-data' ? { reason: reason ?? 'the interval allows for both' } : {}),
    note: noteOf(unit, overlap),
  }
}

/** The units are sessions. A comparison of two single sessions has only their calls. */
const differenceOf = (
  cold: Side,
  warm: Side,
  unit: Comparison['unit'],
  of: (side: Side) => RatioSums,
): Estimate | null => {
  const [a, b] = [of(cold), of(warm)]
  if (!isKnown(cold) || !isKnown(warm)) return null
  if (unit === 'session') return newcombe(a, b)
  const difference = ratioDifference(a, b)
  return difference === null ? null : { ...difference, n: a.clusters + b.clusters }
}

/** Whether at least half of a side's outcomes are known; else it cannot be compared. */
const isKnown = ({ group }: Side): boolean => isMostlyKnown(group.all.n, group.calls)

const verdictOf = ({ low, high }: Estimate): Comparison['verdict'] => {
  if (low > 0) return 'helps'
  if (high < 0) return 'hurts'
  return low >= -PRACTICAL && high <= PRACTICAL ? 'no-practical-difference' : 'not-enough-data'
}

const whyNot = (warm: Side, cold: Side, unit: Comparison['unit'], overlap: number): string | undefined => {
  for (const side of [warm, cold]) {
    if (side.ids.size === 0) return `no session fits ${side.label}`
    if (side.group.all.n === 0) return `no call of ${side.label} has a known outcome`
    if (!isKnown(side)) return `under half of the outcomes of ${side.label} are known`
  }
  if (unit === 'session') return 'two single sessions are an anecdote'
  if (overlap > 0) return `${overlap} sessions are in both groups`
  const fewest = Math.min(warm.group.all.clusters, cold.group.all.clusters)
  return fewest < FEWEST_SESSIONS ? `${fewest} sessions on one side; ${FEWEST_SESSIONS} are needed` : undefined
}

const sideFigures = (side: Side, unit: Comparison['unit']): Comparison['warm'] => {
  const { sessions: _withCalls, ...figures } = groupFigures(side.group)
  const recoveryRate = clusterRate(side.recoveries)
  const reasons = [
    figures.reason,
    recoveryRate === null ? 'nothing failed that could have been recovered from' : undefined,
  ].filter((reason) => reason !== undefined)
  return {
    label: side.label,
    sessions: side.ids.size,
    calls: figures.calls,
    outcomes: side.outcomes,
    errorRate: unit === 'session' ? ownRate(side, side.group.all) : figures.errorRate,
    agentErrorRate: unit === 'session' ? ownRate(side, side.group.agent) : figures.agentErrorRate,
    recoveryRate,
    callsPerSession: side.ids.size === 0 ? null : figures.calls / side.ids.size,
    ...(reasons.length === 0 ? {} : { reason: reasons.join('; ') }),
  }
}

/** The rate of a single session, from its calls alone. */
const ownRate = (side: Side, { x, n }: RatioSums): Rate | null => (isKnown(side) ? wilson(x, n) : null)

const noteOf = (unit: Comparison['unit'], overlap: number): string => {
  if (unit === 'session') {
    return 'Two single sessions are an anecdote: the interval speaks of their calls, and says nothing about other sessions.'
  }
  const shared = overlap > 0 ? ' Sessions in both groups make them alike; narrow the filters until they are apart.' : ''
  return `Which session is in which group was not decided by chance, so a difference need not come from what divides them.${shared}`
}
