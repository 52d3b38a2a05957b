import { addCluster, clusterRate, emptySums, type RatioSums } from '../lib/stats/ratio.ts'
import type { Signature } from '../schema/listing/history-profile.ts'
import type { Cause } from '../schema/outcome.ts'
import type { ErrorPattern } from '../schema/tally.ts'

interface SignatureSums extends Pick<ErrorPattern, 'signature' | 'tool' | 'message' | 'example'> {
  causes: Map<Cause, number>
  count: number
  sessions: number
  callsSpent: number
  recovered: RatioSums
  workedNext: Map<string, ErrorPattern['workedNext'][number]>
}

/** How many signatures are shown, the most expensive first. */
const SHOWN = 10
const SHOWN_NEXT = 3
const SHOWN_MISTAKES = 3
/**
 * At this many signatures the cheapest half is dropped, so that a history of a million different errors does not fill
 * the memory.
 */
const MOST_SIGNATURES = 10_000
const MOST_NEXT = 50

/** Collects the kinds of errors over sessions. */
export const createSignatureTally = () => {
  let sums = new Map<string, SignatureSums>()
  return {
    add(patterns: readonly ErrorPattern[]): void {
      for (const pattern of patterns) {
        let into = sums.get(pattern.signature)
        if (into === undefined) {
          if (sums.size >= MOST_SIGNATURES) sums = cheapestDropped(sums)
          into = {
            signature: pattern.signature,
            tool: pattern.tool,
            causes: new Map(),
            message: pattern.message,
            example: pattern.example,
            count: 0,
            sessions: 0,
            callsSpent: 0,
            recovered: emptySums(),
            workedNext: new Map(),
          }
          sums.set(pattern.signature, into)
        }
        into.count += pattern.count
        into.sessions++
        into.callsSpent += pattern.callsSpent
        into.causes.set(pattern.cause, (into.causes.get(pattern.cause) ?? 0) + pattern.count)
        if (isRecoverable(pattern.cause)) addCluster(into.recovered, pattern.recovered, pattern.count)
        addNext(into.workedNext, pattern.workedNext)
      }
    },
    figures: (): { signatures: Signature[]; mistakes: Signature[] } => {
      const all = ordered(sums)
      const own = all.filter(({ causes }) => mainCause(causes) === 'agent')
      return { signatures: all.slice(0, SHOWN).map(figureOf), mistakes: own.slice(0, SHOWN_MISTAKES).map(figureOf) }
    },
  }
}

const addNext = (into: SignatureSums['workedNext'], next: ErrorPattern['workedNext']): void => {
  for (const each of next) {
    const key = `${each.tool}\u0001${each.subject}`
    const known = into.get(key)
    if (known !== undefined) known.count += each.count
    else if (into.size < MOST_NEXT) into.set(key, { ...each })
  }
}

/**
 * Only errors of the agent and its environment can be recovered from. A failure can be the expected answer, and a
 * user's no is final.
 */
const isRecoverable = (cause: Cause): boolean => cause === 'agent' || cause === 'environment'

const mainCause = (causes: ReadonlyMap<Cause, number>): Cause =>
  [...causes].toSorted(([a, first], [b, second]) => second - first || (a < b ? -1 : 1))[0]?.[0] ?? 'agent'

const figureOf = (sums: SignatureSums): Signature => ({
  signature: sums.signature,
  tool: sums.tool,
  cause: mainCause(sums.causes),
  message: sums.message,
  count: sums.count,
  sessions: sums.sessions,
  callsSpent: sums.callsSpent,
  ...recoveredFigure(sums),
  workedNext: [...sums.workedNext.values()]
    .toSorted((a, b) => b.count - a.count || (a.subject < b.subject ? -1 : 1))
    .slice(0, SHOWN_NEXT),
  example: sums.example,
})

const recoveredFigure = (sums: SignatureSums): Pick<Signature, 'recovered' | 'reason'> => {
  const recovered = clusterRate(sums.recovered)
  if (recovered !== null) return { recovered }
  return { recovered, reason: 'nothing to recover from: failing was the answer, or somebody stopped it' }
}

const ordered = (sums: Map<string, SignatureSums>): SignatureSums[] =>
  [...sums.values()].toSorted(
    (a, b) => b.callsSpent - a.callsSpent || b.count - a.count || (a.signature < b.signature ? -1 : 1),
  )

const cheapestDropped = (sums: Map<string, SignatureSums>): Map<string, SignatureSums> =>
  new Map(
    ordered(sums)
      .slice(0, MOST_SIGNATURES / 2)
      .map((each) => [each.signature, each]),
  )
