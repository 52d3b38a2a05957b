import { UNKNOWN_CODE } from './track.ts'

/** The share of the calls that counts as early, and as late. */
const SHARE = 0.2

export interface Slices {
  /** Index after the last early call. */
  earlyEnd: number
  /** Index of the first late call. */
  lateStart: number
  judged: number
}

/**
 * Where the early calls of a track end and the late ones begin: the first and last 20 % of the calls with a known
 * outcome, at least one each. Undefined with fewer than two, because one call cannot be early and late.
 */
export const slicesOf = (track: string): Slices | undefined => {
  let judged = 0
  for (let index = 0; index < track.length; index++) if (track.charCodeAt(index) !== UNKNOWN_CODE) judged++
  if (judged < 2) return undefined
  const size = Math.max(1, Math.floor(judged * SHARE))
  return { earlyEnd: indexAfter(track, size), lateStart: indexAfter(track, judged - size), judged }
}

/** The index after the judged call number `count`, counted from 1. */
const indexAfter = (track: string, count: number): number => {
  let left = count
  let index = 0
  for (; index < track.length && left > 0; index++) if (track.charCodeAt(index) !== UNKNOWN_CODE) left--
  return index
}
