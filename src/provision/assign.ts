import { hash as digest } from 'node:crypto'
import { type Arm, EVERYDAY, HOLDOUT } from '../schema/arm.ts'

export interface Assignment {
  arm: Arm
  /** Of this arm. */
  propensity: number
}

/**
 * The arm of a session, by a hash of experiment and session key: the same ones give the same arm on every machine. Outside a declared
 * experiment every session is warm.
 */
export const assign = (
  experiment: string,
  sessionKey: string,
  holdout = experiment === EVERYDAY ? 0 : HOLDOUT,
): Assignment =>
  drawOf('arm', experiment, sessionKey) < holdout
    ? { arm: 'cold', propensity: holdout }
    : { arm: 'warm', propensity: 1 - holdout }

/** A number in [0, 1) that depends on nothing but its parts; different purposes draw independently. */
export const drawOf = (purpose: string, experiment: string, sessionKey: string): number => {
  const bytes = digest('sha256', JSON.stringify([purpose, experiment, sessionKey]), 'buffer')
  // 48 bits: more than anybody has sessions, and exact in a double.
  return bytes.readUIntBE(0, 6) / 2 ** 48
}
