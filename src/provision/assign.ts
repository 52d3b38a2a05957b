import { drawOf } from '../lib/draw.ts'
import { type Arm, EVERYDAY, HOLDOUT } from '../schema/arm.ts'

export interface Assignment {
  arm: Arm
  /** The probability of this arm. */
  propensity: number
}

/**
 * The arm of a session, by a hash of experiment and session key, so that every machine computes the same arm. Outside
 * of a declared experiment every session is warm.
 */
export const assign = (
  experiment: string,
  sessionKey: string,
  holdout = experiment === EVERYDAY ? 0 : HOLDOUT,
): Assignment =>
  drawOf('arm', experiment, sessionKey) < holdout
    ? { arm: 'cold', propensity: holdout }
    : { arm: 'warm', propensity: 1 - holdout }
