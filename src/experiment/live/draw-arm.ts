import { assign } from '../../provision/assign.ts'
import { drawOf } from '../../lib/draw.ts'
import type { ArmOfExperiment, Declaration, Verdict } from '../../schema/experiment.ts'

export interface DrawnArm {
  arm: string
  /** Probability of this arm; null: it was not drawn. */
  propensity: number | null
  /** 1, or the cycle of a reversal. */
  repeat: number
}

/** Sessions that each arm has in a stratum so far, by name of the arm. */
export type StratumCounts = ReadonlyMap<string, number>

/**
 * The arm of a live session, by a hash of experiment and session key. Without counts it is the same on every machine, in whatever order sessions come. With the
 * counts of its stratum a biased coin (Efron 1971) favours arms that are behind their share, so that arms stay balanced in every stratum. The coin never is
 * certain, and the probability that is returned is that of this very draw: the analysis divides by it.
 */
export const drawArm = (
  arms: readonly ArmOfExperiment[],
  { experiment, sessionKey, counts }: { experiment: string; sessionKey: string; counts?: StratumCounts | undefined },
): DrawnArm => {
  const chances = chancesOf(arms, counts)
  let left = drawOf('arm', experiment, sessionKey)
  for (const { arm, propensity } of chances) {
    if (left < propensity) return { arm, propensity, repeat: 1 }
    left -= propensity
  }
  // The chances add up to 1 but for rounding.
  const last = chances.at(-1)
  return { arm: last?.arm ?? '', propensity: last?.propensity ?? null, repeat: 1 }
}

/** An arm that is behind its share is drawn as if the share were so many times as large: two equal arms at 2 to 1. */
const FAVOUR = 2

const chancesOf = (
  arms: readonly ArmOfExperiment[],
  counts: StratumCounts = new Map(),
): { arm: string; propensity: number }[] => {
  const all = arms.reduce((sum, { name }) => sum + (counts.get(name) ?? 0), 0)
  const weights = arms.map(({ name, share }) => {
    const own = share ?? 1 / arms.length
    // A share of 0.1 of ten sessions is not quite one in a double.
    const isBehind = (counts.get(name) ?? 0) < own * all - 1e-9
    return { arm: name, weight: own * (isBehind ? FAVOUR : 1) }
  })
  const total = weights.reduce((sum, { weight }) => sum + weight, 0)
  return weights.map(({ arm, weight }) => ({ arm, propensity: weight / total }))
}

/** The arm of the next session of a reversal: phases of equal length take turns, and a draw says which one comes first. */
export const phaseArm = (
  { arms, seed }: Pick<Declaration, 'arms' | 'seed'>,
  { before, phaseSessions }: { before: number; phaseSessions: number },
): DrawnArm => {
  const phase = Math.floor(before / phaseSessions)
  const first = drawOf('first-phase', String(seed), '') < 0.5 ? 0 : 1
  return { arm: arms[(phase + first) % 2]?.name ?? '', propensity: null, repeat: Math.floor(phase / 2) + 1 }
}

/**
 * The arm of a session that comes after the verdict, and does not count any more: what helps is given to all but one session in ten, what does not
 * is given to none.
 */
export const armAfterVerdict = (
  arms: readonly ArmOfExperiment[],
  { experiment, sessionKey, verdict }: { experiment: string; sessionKey: string; verdict: Verdict | null },
): string => {
  const [first, second] = arms
  const isGiven = verdict === 'helps' && assign(experiment, sessionKey).arm === 'warm'
  return (isGiven ? second : first)?.name ?? ''
}
