import type { Rate } from '../lib/stats/estimate.ts'
import { addCluster, clusterRate, emptySums } from '../lib/stats/ratio.ts'
import type { HistoryProfile } from '../schema/listing/history-profile.ts'
import type { TallyRow } from '../store/derived/tally.ts'
import { isMostlyKnown, MOSTLY_UNKNOWN, NO_OUTCOME } from './group.ts'
import { maskedCalls, readMasks } from './tally.ts'

interface Sums {
  calls: number
  sessions: number
}

/** Collects failed calls that looked successful, by what hid the failure and by project. */
export const createMasks = (unnamed: string) => {
  const byMask = new Map<string, Sums>()
  const byProject = new Map<string, Sums>()
  const rate = emptySums()
  let calls = 0
  let sessions = 0
  let all = 0
  return {
    add(row: TallyRow): void {
      const known = (row.ok ?? 0) + (row.failed ?? 0)
      const masks = readMasks(row.masks)
      const here = maskedCalls(masks)
      all += row.calls ?? 0
      addCluster(rate, here, known)
      if (here === 0) return
      calls += here
      sessions++
      for (const [mask, count] of masks) addTo(byMask, mask, count)
      addTo(byProject, row.project ?? unnamed, here)
    },
    figures(): HistoryProfile['masked'] {
      const share: Rate | null = isMostlyKnown(rate.n, all) ? clusterRate(rate) : null
      return {
        calls,
        sessions,
        share,
        ...(share === null ? { reason: rate.n === 0 ? NO_OUTCOME : MOSTLY_UNKNOWN } : {}),
        byMask: mostFirst(byMask).map(([mask, sums]) => ({ mask, ...sums })),
        byProject: mostFirst(byProject).map(([project, sums]) => ({ project, ...sums })),
      }
    },
  }
}

const addTo = (into: Map<string, Sums>, name: string, calls: number): void => {
  const known = into.get(name)
  if (known === undefined) into.set(name, { calls, sessions: 1 })
  else {
    known.calls += calls
    known.sessions++
  }
}

const mostFirst = (sums: Map<string, Sums>): [string, Sums][] =>
  [...sums].toSorted(([a, first], [b, second]) => second.calls - first.calls || (a < b ? -1 : 1))
