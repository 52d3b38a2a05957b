import { adjustedDifference, type DrawnValue, FEWEST_IN_ARM } from '../lib/stats/asymptotic-sequence.ts'
import type { Estimate } from '../lib/stats/estimate.ts'
import { newcombe } from '../lib/stats/newcombe.ts'
import { addCluster, clusterRate, emptySums, ratioDifference, type RatioSums } from '../lib/stats/ratio.ts'
import { wilson } from '../lib/stats/wilson.ts'
import { HOLDOUT } from '../schema/arm.ts'
import type { Ledger } from '../schema/listing/ledger.ts'

/** A session of the ledger: it was given a template, or the template was withheld. */
export interface Given {
  template_id: string
  name: string | null
  arm: string | null
  /** 1 if the arm was drawn with a known probability. */
  drawn: number
  outcome: string | null
  calls: number | null
  agent_errors: number | null
  experiment: string | null
  /**
   * For a cold session: the probability of being cold. For a warm session it also includes the choice of template and
   * is not used here.
   */
  propensity: number | null
  at: number
}

type Summary = Ledger['templates'][number]
type ArmFigures = Summary['warm']

/** Differences smaller than this many points make no practical difference. */
const PRACTICAL = 0.02
/** Fewer sessions than this in an arm are an anecdote. */
const FEWEST_SESSIONS = 5

/** Sums the ledger up by template. Only sessions with a drawn arm count for the effect. */
export const summed = (sessions: readonly Given[]): Summary[] =>
  [...Map.groupBy(sessions, (each) => each.template_id)].map(([templateId, own]) => {
    const warm = emptyArm()
    const cold = emptyArm()
    for (const each of own) {
      if (each.arm === 'warm') add(warm, each)
      else if (each.arm === 'cold') add(cold, each)
    }
    return {
      template: own[0]?.name ?? null,
      templateId,
      unknown: own.filter(({ arm }) => arm === null).length,
      warm: figuresOf(warm),
      cold: figuresOf(cold),
      ...judged(own.filter(({ drawn }) => drawn === 1)),
    }
  })

interface ArmSums {
  sessions: number
  returned: number
  reported: { x: number; n: number }
  errors: RatioSums
}

const emptyArm = (): ArmSums => ({ sessions: 0, returned: 0, reported: { x: 0, n: 0 }, errors: emptySums() })

const add = (arm: ArmSums, { outcome, calls, agent_errors }: Given): void => {
  arm.sessions++
  if (calls !== null) arm.returned++
  if (outcome !== null) {
    arm.reported.n++
    if (outcome === 'ok') arm.reported.x++
  }
  if (calls !== null && calls > 0) addCluster(arm.errors, agent_errors ?? 0, calls)
}

const figuresOf = ({ sessions, returned, reported, errors }: ArmSums): ArmFigures => {
  const success = reported.n === 0 ? null : wilson(reported.x, reported.n)
  const agentErrors = clusterRate(errors)
  const reason = whyNone({ sessions, returned, success, agentErrors })
  return { sessions, returned, success, agentErrors, ...(reason === undefined ? {} : { reason }) }
}

const whyNone = ({ sessions, returned, success, agentErrors }: Omit<ArmFigures, 'reason'>): string | undefined => {
  if (sessions === 0) return 'no session yet'
  if (returned === 0 && success === null) return 'no session has come back yet'
  const missing = [
    ...(success === null ? ['nobody reported an outcome'] : []),
    ...(agentErrors === null ? ['no call with a known outcome'] : []),
  ]
  return missing.length === 0 ? undefined : missing.join('; ')
}

type Judgement = Pick<Summary, 'verdict' | 'verdictBy' | 'difference' | 'why'>

const NONE_DRAWN = 'no session has an arm that one experiment drew, so there is nothing to compare'

/**
 * Judges by reported success if both arms have enough of it, else by the agent's errors for each call. People look at
 * a ledger every day, so only an interval that allows for repeated looks gives a verdict. Until there are enough
 * sessions, the difference is shown without a verdict.
 */
const judged = (drawn: readonly Given[]): Judgement => {
  if (drawn.length === 0) return { verdict: 'not-enough-data', verdictBy: null, difference: null, why: NONE_DRAWN }
  const [warm, cold] = [emptyArm(), emptyArm()]
  for (const each of drawn) add(each.arm === 'cold' ? cold : warm, each)
  if (Math.min(warm.reported.n, cold.reported.n) >= FEWEST_SESSIONS) {
    const adjusted = adjustedDifference(drawnValues(drawn, successOf), { pretended: 0.5 })
    return adjusted === null
      ? unsettled(newcombe(warm.reported, cold.reported), 'reported-success')
      : verdictOf(adjusted, 'reported-success')
  }
  const fewest = Math.min(warm.errors.clusters, cold.errors.clusters)
  if (fewest < FEWEST_SESSIONS)
    return {
      verdict: 'not-enough-data',
      verdictBy: null,
      difference: null,
      why: `${warm.errors.clusters} warm and ${cold.errors.clusters} cold sessions have come back; ${FEWEST_SESSIONS} of each are needed`,
    }
  const adjusted = adjustedDifference(drawnValues(drawn, errorShareOf))
  if (adjusted !== null) return verdictOf(adjusted, 'agent-errors-per-call')
  const difference = ratioDifference(warm.errors, cold.errors)
  if (difference === null)
    return { verdict: 'not-enough-data', verdictBy: null, difference: null, why: 'no calls to compare' }
  return unsettled(difference, 'agent-errors-per-call')
}

const successOf = ({ outcome }: Given): number | null => (outcome === null ? null : outcome === 'ok' ? 1 : 0)

/** The unit is the session: each counts once, however many calls it has. */
const errorShareOf = ({ calls, agent_errors }: Given): number | null =>
  calls === null || calls === 0 ? null : (agent_errors ?? 0) / calls

/**
 * Sessions in order of time, each with its probability of being warm, which comes from the cold sessions of the same
 * experiment.
 */
const drawnValues = (drawn: readonly Given[], valueOf: (each: Given) => number | null): DrawnValue[] => {
  const holdouts = new Map(
    drawn.flatMap(({ arm, experiment, propensity }) =>
      arm === 'cold' && propensity !== null ? [[experiment, propensity] as const] : [],
    ),
  )
  return drawn
    .toSorted((one, other) => one.at - other.at)
    .flatMap((each) => {
      const value = valueOf(each)
      const probability = 1 - (holdouts.get(each.experiment) ?? HOLDOUT)
      return value === null ? [] : [{ isGiven: each.arm !== 'cold', probability, value }]
    })
}

type VerdictBy = 'reported-success' | 'agent-errors-per-call'

const unsettled = ({ estimate, low, high }: Estimate, verdictBy: VerdictBy): Judgement => ({
  verdict: 'not-enough-data',
  verdictBy,
  difference: { estimate, low, high },
  why: `fewer than ${FEWEST_IN_ARM} sessions in an arm: the interval holds for one look, and a ledger is looked at often`,
})

const verdictOf = ({ estimate, low, high }: Estimate, verdictBy: VerdictBy): Judgement => {
  // More success is better, more errors are worse.
  const [worst, top] = verdictBy === 'reported-success' ? [low, high] : [-high, -low]
  const verdict =
    worst > -PRACTICAL && top < PRACTICAL
      ? 'no-practical-difference'
      : worst > 0
        ? 'helps'
        : top < 0
          ? 'hurts'
          : 'not-enough-data'
  const why =
    verdict === 'not-enough-data' ? 'the interval allows for both' : 'warm against held-out sessions, drawn by chance'
  return { verdict, verdictBy, difference: { estimate, low, high }, why }
}
