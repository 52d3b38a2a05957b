import { addCluster, clusterRate, emptySums, type RatioSums } from '../lib/stats/ratio.ts'
import type { Driver } from '../schema/listing/history-profile.ts'
import { addContrast, type ContrastSums, contrastFigure, createContrast, emptyContrast } from './contrast.ts'
import { AGENT_CODE, MARK, marksAt, UNKNOWN_CODE } from './track.ts'

export const NOT_CAUSAL =
  'These go together with errors inside the same session and the same kind of work. None of it is a cause: what was done, and when, was not decided by chance.'

/** Fewer sessions than this say nothing about a driver. */
const FEWEST_SESSIONS = 10

/** Whether a call is exposed to a driver; undefined if that is unknown. */
type Exposure = (bits: number, index: number, calls: number) => boolean | undefined

/** `mark` is the bit that tells the two sides apart; 0 if the position of the call does. */
const DRIVERS: { name: string; description: string; mark: number; isExposed: Exposure }[] = [
  {
    name: 'position',
    mark: 0,
    description:
      'the second half of the session against the first (sessions that end in errors have more of them late)',
    isExposed: (_bits, index, calls) => index >= calls / 2,
  },
  {
    name: 'context-size',
    mark: MARK.contextHigh,
    description: "context in the upper half of the session's own range against the lower half",
    isExposed: (bits) => ((bits & MARK.contextKnown) === 0 ? undefined : (bits & MARK.contextHigh) !== 0),
  },
  {
    name: 'shape-worked-before',
    mark: MARK.shapeWorked,
    description: 'a call of the same shape has already worked in this session, against not yet',
    isExposed: (bits) => (bits & MARK.shapeWorked) !== 0,
  },
  {
    name: 'marker-in-context',
    mark: MARK.markerKnown,
    description: 'the file or address has come up before in this session, against not yet',
    isExposed: (bits) => (bits & MARK.markerKnown) !== 0,
  },
  {
    name: 'after-correction',
    mark: MARK.corrected,
    description: 'after the user corrected the agent, against before',
    isExposed: (bits) => (bits & MARK.corrected) !== 0,
  },
  {
    name: 'since-compaction',
    mark: MARK.afterCompaction,
    description: 'the ten calls after a compaction against the rest of such sessions',
    isExposed: (bits) => (bits & MARK.afterCompaction) !== 0,
  },
]

interface DriverSums {
  exposed: RatioSums
  unexposed: RatioSums
  contrast: ContrastSums
}

/** Collects, session by session, what goes together with errors that the agent caused. */
export const createDrivers = () => {
  const sums: DriverSums[] = DRIVERS.map(() => ({
    exposed: emptySums(),
    unexposed: emptySums(),
    contrast: emptyContrast(),
  }))
  const contrast = createContrast()
  return {
    add(track: string, strata: string, marks: string): void {
      const { anyMark, allMarks } = rangeOf(marks)
      for (let at = 0; at < DRIVERS.length; at++) {
        const driver = DRIVERS[at]
        const into = sums[at]
        if (driver === undefined || into === undefined) continue
        // A mark that no call or every call has leaves nothing to compare.
        if (driver.mark !== 0 && ((anyMark & driver.mark) === 0 || (allMarks & driver.mark) !== 0)) continue
        for (let index = 0; index < track.length; index++) {
          const code = track.charCodeAt(index)
          if (code === UNKNOWN_CODE) continue
          const exposed = driver.isExposed(marksAt(marks, index), index, track.length)
          if (exposed !== undefined) contrast.add(strata.charCodeAt(index), exposed ? 1 : 0, code === AGENT_CODE)
        }
        const taken = contrast.take()
        const { weight, n, x } = taken
        if (weight === 0) continue
        addCluster(into.unexposed, x[0], n[0])
        addCluster(into.exposed, x[1], n[1])
        addContrast(into.contrast, taken)
      }
    },
    figures: (): Driver[] =>
      DRIVERS.map((driver, at) => {
        const { exposed, unexposed, contrast: compared } = sums[at] as DriverSums
        const sessions = compared.change.clusters
        const rates = { exposed: clusterRate(exposed), unexposed: clusterRate(unexposed) }
        const difference = sessions >= FEWEST_SESSIONS ? contrastFigure(compared) : null
        return {
          driver: driver.name,
          description: driver.description,
          ...rates,
          difference,
          ...(difference === null ? { reason: whyNot(sessions) } : {}),
        }
      }),
  }
}

/** The marks that some call has, and the marks that every call has. */
const rangeOf = (marks: string): { anyMark: number; allMarks: number } => {
  let anyMark = 0
  let allMarks = -1
  for (let index = 0; index < marks.length; index++) {
    const bits = marksAt(marks, index)
    anyMark |= bits
    allMarks &= bits
  }
  return { anyMark, allMarks }
}

const whyNot = (sessions: number): string =>
  `only ${sessions} ${sessions === 1 ? 'session has' : 'sessions have'} both; ${FEWEST_SESSIONS} are needed`
