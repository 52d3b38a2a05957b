/** Sums over clusters (sessions) of a numerator x and a denominator n. Ratios with intervals need nothing else. */
export interface RatioSums {
  clusters: number
  x: number
  n: number
  xx: number
  xn: number
  nn: number
}

/** How much uncertainty a rate gains because its calls come in sessions. */
export interface Dispersion {
  /** Variance of the rate, as a multiple of that of independent calls. */
  designEffect: number
  /** How alike the calls of one session are, from 0 to 1 (intraclass correlation). */
  icc: number
  /** Degrees of freedom of the design effect; large if it is mostly assumed. */
  df: number
  /** The share of the design effect that was observed in these sessions, from 0 to 1; the rest is assumed. */
  share: number
}

/**
 * Estimates from the sums alone how x errors of n calls are dispersed over sessions (two clusters or more). It matches the
 * squared residuals of the sessions with what a beta-binomial model expects of sessions of such sizes.
 */
export const dispersionOf = (sums: RatioSums): Dispersion => {
  const { clusters, n, nn } = sums
  const rarer = Math.min(sums.x, n - sums.x)
  const size = nn / n
  const effectiveClusters = (n * n) / nn
  const observed = observedIcc(sums, effectiveClusters)
  const information = (rarer / Math.max(1, 1 + (size - 1) * observed)) ** INFORMATION_POWER
  const share = information / (PRIOR_WEIGHT + information)
  const shrunk = share * observed + (1 - share) * PRIOR_ICC
  const floor = Math.max(LOWEST_EFFECT, 1 - 2 * Math.sqrt(2 / (clusters - 1)))
  const icc = Math.min(Math.max(shrunk, 0), 1)
  const excess = kurtosis((rarer + 0.5) / (n + 1), icc, size) - 3
  return {
    designEffect: Math.max(floor, 1 + (size - 1) * Math.min(shrunk, 1)),
    icc,
    df: Math.max(LEAST_DF, ((effectiveClusters - 1) * 2) / (2 + KURTOSIS_WEIGHT * excess)) / share,
    share,
  }
}

/*
 * Few errors say little about how alike the calls of a session are, and what they say is mostly "not alike": two errors are
 * seldom in one session. The estimate is therefore drawn towards a middling value, strongly below three or four
 * (independent) errors and hardly at all from ten on, because coincidences grow with a power of their number.
 */
const PRIOR_ICC = 0.1
const PRIOR_WEIGHT = 3
const INFORMATION_POWER = 3
/**
 * By chance sessions look more alike than independent calls would make them, up to two standard errors of the design
 * effect. A floor of 1 would cover 97 to 98 % where calls are independent.
 */
const LOWEST_EFFECT = 0.4
/** With fewer, Student's t is so wide that the interval says nothing. */
const LEAST_DF = 3
/**
 * The share of the model's kurtosis that counts against the variance estimate. The full kurtosis would cover too much.
 */
const KURTOSIS_WEIGHT = 0.25

/** Moment estimate of the intraclass correlation, corrected for having fitted the rate; 0 where nothing varies. */
const observedIcc = ({ clusters, x, n, xx, xn, nn }: RatioSums, effectiveClusters: number): number => {
  const rate = x / n
  const variance = rate * (1 - rate)
  if (!(variance > 0) || nn <= n) return 0
  const residuals = Math.max(0, xx - 2 * rate * xn + rate * rate * nn) / variance
  // The residuals without any likeness of calls, and with nothing but likeness.
  const none = n * (1 - 1 / effectiveClusters)
  const full = nn * residualShare(clusters, effectiveClusters)
  return full > none ? (residuals - none) / (full - none) : 0
}

/**
 * How much of the spread between clusters is left in their residuals: a large cluster pulls the ratio towards itself. That needs
 * the sum of cubed sizes; it is taken from a gamma distribution with the same mean and spread. 1 - 1 / clusters when
 * all are of one size.
 */
export const residualShare = (clusters: number, effectiveClusters: number): number => {
  const spread = Math.max(0, clusters / effectiveClusters - 1)
  return Math.max(LEAST_SHARE, 1 - (2 * (1 + 2 * spread)) / clusters + 1 / effectiveClusters)
}

/**
 * The smallest share that is returned: if one session holds nearly all calls, the rate follows it and its residual
 * vanishes.
 */
const LEAST_SHARE = 0.2

/** Kurtosis of the errors in a session of a beta-binomial model, from its factorial moments; 3 is that of a normal curve. */
const kurtosis = (rate: number, icc: number, size: number): number => {
  const factorial = [1]
  for (let k = 0; k < 4; k++) {
    const chance = (rate * (1 - icc) + k * icc) / (1 - icc + k * icc)
    factorial.push((factorial[k] ?? 0) * (size - k) * (icc < 1 || k > 0 ? chance : rate))
  }
  const [, first = 0, second = 0, third = 0, fourth = 0] = factorial
  const square = second + first
  const cube = third + 3 * second + first
  const power = fourth + 6 * third + 7 * second + first
  const variance = square - first * first
  const central = power - 4 * first * cube + 6 * first * first * square - 3 * first ** 4
  return variance > 0 ? Math.max(1, central / (variance * variance)) : 3
}
