import { addCluster, clusterRate, emptySums, ratioDifference } from '../lib/stats/ratio.ts'
import type { Driver } from '../schema/listing/history-profile.ts'
import { CHECKING_WORK } from './shape.ts'
import type { Slices } from './slices.ts'
import { countIn } from './track.ts'

const FEWEST_SESSIONS = 20
const FEWEST_CALLS = 5

/**
 * Compares sessions that begin with checkable calls (tests, checks, builds) with those that do not, by the errors in
 * the last fifth of their calls. The comparison is between sessions, so it says even less about causes than the other
 * drivers.
 */
export const createCheckable = () => {
  const [some, none] = [emptySums(), emptySums()]
  return {
    add(track: string, strata: string, slices: Slices | undefined): void {
      if (slices === undefined || slices.judged < FEWEST_CALLS) return
      const late = countIn(track, slices.lateStart, track.length, 'agent')
      addCluster(strata.slice(0, slices.earlyEnd).includes(CHECKING_WORK) ? some : none, late.x, late.n)
    },
    figure(): Driver {
      const enough = Math.min(some.clusters, none.clusters) >= FEWEST_SESSIONS
      const difference = enough ? ratioDifference(some, none) : null
      const few = `${some.clusters} sessions began with such calls and ${none.clusters} did not; ${FEWEST_SESSIONS} of each are needed`
      return {
        driver: 'checkable-start',
        description:
          'late errors of sessions that ran tests, checks or builds among their first calls, against sessions that did not (between sessions)',
        exposed: clusterRate(some),
        unexposed: clusterRate(none),
        difference: difference === null ? null : { ...difference, n: some.clusters + none.clusters },
        ...(difference === null ? { reason: few } : {}),
      }
    },
  }
}
