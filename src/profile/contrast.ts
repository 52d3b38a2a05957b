/**
 * Compares two sets of calls of one session like with like: inside each kind of work, then over all kinds with
 * Mantel-Haenszel weights. What stands on one side only has nothing to be compared with and counts for nothing.
 */
export interface Contrast {
  add(stratum: number, side: 0 | 1, isError: boolean): void
  /** Weighted sum of differences (side 1 minus side 0) and sum of weights; then forgets everything. */
  take(): WeightedDifference
}

interface WeightedDifference {
  difference: number
  weight: number
  /** Calls and errors of both sides, all strata. */
  n: [number, number]
  x: [number, number]
}

/** Strata are character codes. */
const STRATA = 128

export const createContrast = (): Contrast => {
  const n = [new Float64Array(STRATA), new Float64Array(STRATA)] as const
  const x = [new Float64Array(STRATA), new Float64Array(STRATA)] as const
  const used: number[] = []
  return {
    add: (stratum, side, isError) => {
      const at = stratum < STRATA ? stratum : 0
      if (n[0][at] === 0 && n[1][at] === 0) used.push(at)
      n[side][at]!++
      if (isError) x[side][at]!++
    },
    take: () => {
      const sum: WeightedDifference = { difference: 0, weight: 0, n: [0, 0], x: [0, 0] }
      for (const at of used) {
        const [first, second] = [n[0][at]!, n[1][at]!]
        sum.n[0] += first
        sum.n[1] += second
        sum.x[0] += x[0][at]!
        sum.x[1] += x[1][at]!
        if (first > 0 && second > 0) {
          const weight = (first * second) / (first + second)
          sum.weight += weight
          sum.difference += weight * (x[1][at]! / second - x[0][at]! / first)
        }
        for (const side of [0, 1] as const) {
          n[side][at] = 0
          x[side][at] = 0
        }
      }
      used.length = 0
      return sum
    },
  }
}
