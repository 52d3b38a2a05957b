import type { Rate } from '../lib/stats/estimate.ts'
import { addCluster, clusterRate, emptySums, type RatioSums } from '../lib/stats/ratio.ts'
import type { TallyRow } from '../store/tally.ts'

/** Sums over the sessions of a group: enough for its rates and their intervals. */
export interface Group {
  sessions: number
  calls: number
  all: RatioSums
  agent: RatioSums
}

/** What one session adds to a group. */
export interface Share {
  calls: number
  judged: number
  errors: number
  agentErrors: number
}

export const shareOf = (row: TallyRow): Share => ({
  calls: row.calls ?? 0,
  judged: (row.ok ?? 0) + (row.failed ?? 0),
  errors: row.failed ?? 0,
  agentErrors: row.agent ?? 0,
})

export const emptyGroup = (): Group => ({ sessions: 0, calls: 0, all: emptySums(), agent: emptySums() })

export const addShare = (group: Group, share: Share): void => {
  group.sessions++
  group.calls += share.calls
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

/** Errors of the agent are some of the errors: they cannot be more than all of them may be. */
const partOf = (whole: Rate | null, part: Rate | null): Rate | null =>
  whole === null || part === null ? part : { ...part, high: Math.min(part.high, whole.high) }

/** A group's figures; a rate that cannot be given is null, with the reason beside it. */
export const groupFigures = (group: Group) => {
  const errorRate = clusterRate(group.all)
  return {
    sessions: group.sessions,
    calls: group.calls,
    errorRate,
    agentErrorRate: partOf(errorRate, clusterRate(group.agent)),
    ...(errorRate === null ? { reason: group.calls === 0 ? NO_CALLS : NO_OUTCOME } : {}),
  }
}

/** The largest groups first. */
export const groupsByCalls = <K extends string>(groups: Map<K, Group>): [K, Group][] =>
  [...groups].toSorted(([a, first], [b, second]) => second.calls - first.calls || (a < b ? -1 : 1))
