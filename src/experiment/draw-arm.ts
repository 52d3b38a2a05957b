import { assign } from '../provision/assign.ts'
import { drawOf } from '../lib/draw.ts'
import type { ArmOfExperiment, Declaration, Verdict } from '../schema/experiment.ts'

export interface DrawnArm {
  arm: string
  /** Probability of this arm; null: it was not drawn. */
  propensity: number | null
  /** 1, or the cycle of a reversal. */
  repeat: number
}

/**
 * The arm of a live session, by a hash of experiment and session key: the same on every machine and after every restart. Neither the task type nor the
 * model takes part, because a session may tell them later; the analysis stratifies by them.
 */
export const drawArm = (arms: readonly ArmOfExperiment[], experiment: string, sessionKey: string): DrawnArm => {
  let left = 1
  for (const [index, { name, share }] of arms.slice(0, -1).entries()) {
    const own = share ?? 1 / arms.length
    const drawn = assign(index === 0 ? experiment : `${experiment} ${index}`, sessionKey, own / left)
    if (drawn.arm === 'cold') return { arm: name, propensity: own, repeat: 1 }
    left -= own
  }
  const last = arms.at(-1)
  return { arm: last?.name ?? '', propensity: last?.share ?? left, repeat: 1 }
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
