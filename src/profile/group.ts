import { wholePercent } from '../lib/number-text.ts'
import type { Rate } from '../lib/stats/estimate.ts'
import { addCluster, clusterRate, emptySums, type RatioSums } from '../lib/stats/ratio.ts'
import type { Bounds } from '../schema/listing/rate.ts'
import type { TallyRow } from '../store/derived/tally.ts'
import { maskedCalls, readMasks } from './tally.ts'

/** Sums over the sessions of a group, from which its rates and intervals are computed. */
export interface Group {
  sessions: number
  calls: number
  masked: number
  all: RatioSums
  agent: RatioSums
}

/** What one session adds to a group. */
export interface Share {
  calls: number
  judged: number
  errors: number
  agentErrors: number
  masked: number
}

export const shareOf = (row: TallyRow): Share => ({
  calls: row.calls ?? 0,
  judged: (row.ok ?? 0) + (row.failed ?? 0),
  errors: row.failed ?? 0,
  agentErrors: row.agent ?? 0,
  masked: maskedCalls(readMasks(row.masks)),
})

export const emptyGroup = (): Group => ({ sessions: 0, calls: 0, masked: 0, all: emptySums(), agent: emptySums() })

export const addShare = (group: Group, share: Share): void => {
  group.sessions++
  group.calls += share.calls
  group.masked += share.masked
  addCluster(group.all, share.errors, share.judged)
  addCluster(group.agent, share.agentErrors, share.judged)
}

export const groupIn = <K>(groups: Map<K, Group>, key: K): Group => {
  let group = groups.get(key)
  if (group === undefined) {
    group = emptyGroup()
    groups.set(key, group)
  }
  return group
}

export const NO_OUTCOME = 'no call has a known outcome'
const NO_CALLS = 'no calls'
export const MOSTLY_UNKNOWN = 'under half of the outcomes are known'

/**
 * Whether at least half of the outcomes are known. If not, a rate of the known ones says little about all, and bounds
 * are given instead.
 */
export const isMostlyKnown = (known: number, calls: number): boolean => known > 0 && known * 2 >= calls

/** Bounds for the share of errors among all calls, whatever the unknown outcomes are; undefined without calls. */
export const boundsOf = (calls: number, known: number, errors: { all: number; agent: number }): Bounds | undefined =>
  calls === 0
    ? undefined
    : {
        atLeast: errors.all / calls,
        atMost: (errors.all + calls - known) / calls,
        agentAtLeast: errors.agent / calls,
        unknown: (calls - known) / calls,
      }

/** The bounds in words: `at least 4 %, 87 % cannot be told`. */
export const boundsText = ({ atLeast, unknown }: Bounds): string =>
  `at least ${wholePercent(atLeast)}, ${wholePercent(unknown)} cannot be told`

/** Errors of the agent are a part of all errors, so their upper limit cannot exceed that of all. */
const partOf = (whole: Rate | null, part: Rate | null): Rate | null =>
  whole === null || part === null ? part : { ...part, high: Math.min(part.high, whole.high) }

export interface GroupFigures {
  sessions: number
  calls: number
  unknown: number
  masked: number
  errorRate: Rate | null
  agentErrorRate: Rate | null
  bounds?: Bounds
  reason?: string
}

/** The figures of a group. A rate that cannot be given is null, with the reason beside it. */
export const groupFigures = (group: Group): GroupFigures => {
  const { sessions, calls, masked, all, agent } = group
  const known = all.n
  const counts = { sessions, calls, unknown: calls - known, masked }
  if (isMostlyKnown(known, calls)) {
    const errorRate = clusterRate(all)
    return { ...counts, errorRate, agentErrorRate: partOf(errorRate, clusterRate(agent)) }
  }
  const bounds = boundsOf(calls, known, { all: all.x, agent: agent.x })
  if (bounds === undefined) return { ...counts, errorRate: null, agentErrorRate: null, reason: NO_CALLS }
  const reason = known === 0 ? NO_OUTCOME : boundsText(bounds)
  return { ...counts, errorRate: null, agentErrorRate: null, bounds, reason }
}

/** The groups, those with the most calls first. */
export const groupsByCalls = <K extends string>(groups: Map<K, Group>): [K, Group][] =>
  [...groups].toSorted(([a, first], [b, second]) => second.calls - first.calls || (a < b ? -1 : 1))
