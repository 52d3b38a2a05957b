/** A share of n with its 95 % interval. An unknown share is null with a reason beside it, never 0. */
export interface Rate {
  rate: number
  low: number
  high: number
  n: number
}

/** A difference, ratio or mean with its 95 % interval; n says how many units it rests on. */
export interface Estimate {
  estimate: number
  low: number
  high: number
  n: number
}
