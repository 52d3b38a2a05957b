import { betaQuantile } from './beta.ts'
import { intraclass } from './cluster-effect.ts'
import type { Rate } from './estimate.ts'

/** Pseudo-counts of a beta prior. */
export interface BetaPrior {
  alpha: number
  beta: number
}

/** Says least about a share: half a success and half a failure. */
const JEFFREYS: BetaPrior = { alpha: 0.5, beta: 0.5 }

/**
 * What x of n independent trials say of a share under a beta prior: its mean and an equal-tailed 95 % credible interval. With
 * x = 0 the interval begins at 0, and with x = n it ends at 1: there the equal tail would cut off the likeliest values.
 */
export const betaPosterior = (x: number, n: number, prior: BetaPrior = JEFFREYS): Rate => {
  const alpha = x + prior.alpha
  const beta = n - x + prior.beta
  const rate = alpha / (alpha + beta)
  return {
    rate,
    low: x <= 0 ? 0 : Math.min(betaQuantile(0.025, alpha, beta), rate),
    high: x >= n ? 1 : Math.max(betaQuantile(0.975, alpha, beta), rate),
    n,
  }
}

/**
 * Rates of many groups (tools, projects), each drawn towards the mean of all as far as the groups resemble each other: small groups a
 * lot, large ones hardly. The beta prior is fitted by moments, and taken a little wider than fitted, because it is an
 * estimate too. Keeps the order; a group without trials gets what the others let expect. No groups, no rates.
 */
export const shrinkRates = (groups: readonly { x: number; n: number }[]): Rate[] => {
  const { mean, meanVariance, concentration } = fitPrior(groups)
  return groups.map(({ x, n }) => {
    const weight = concentration / (concentration + n)
    const rate = (x + mean * concentration) / (n + concentration)
    // The mean of all is known only so well; its variance reaches a group as far as the group leans on it.
    const variance = (rate * (1 - rate)) / (n + concentration + 1) + weight * weight * meanVariance
    const total = (rate * (1 - rate)) / variance - 1
    const [alpha, beta] = [rate * total, (1 - rate) * total]
    return {
      rate,
      // As in `betaPosterior`: without an error the likeliest rates are those next to 0.
      low: n > 0 && x <= 0 ? 0 : Math.min(betaQuantile(0.025, alpha, beta), rate),
      high: n > 0 && x >= n ? 1 : Math.max(betaQuantile(0.975, alpha, beta), rate),
      n,
    }
  })
}

interface FittedPrior {
  mean: number
  meanVariance: number
  /** Trials that the prior is worth: alpha + beta. */
  concentration: number
}

const fitPrior = (groups: readonly { x: number; n: number }[]): FittedPrior => {
  const filled = groups.filter(({ n }) => n > 0)
  const sum = { x: 0, n: 0, nn: 0 }
  for (const { x, n } of filled) {
    sum.x += x
    sum.n += n
    sum.nn += n * n
  }
  // Half a success and half a failure, so that rates of 0 and 1 keep a width.
  const mean = (sum.x + 0.5) / (sum.n + 1)
  if (filled.length < FEWEST_GROUPS) return { mean, meanVariance: 0, concentration: 1 }
  const size = Math.max((sum.n - sum.nn / sum.n) / (filled.length - 1), 1)
  const noise = Math.sqrt(2 / (filled.length - 1)) / size
  const fitted = Math.max(intraclass(filled) ?? 0, 0)
  const icc = Math.min(
    (fitted * (filled.length - 1)) / (filled.length - 3) + noise + ASSUMED / (filled.length - 1),
    MOST_ALIKE,
  )
  const meanVariance = mean * (1 - mean) * (icc * (sum.nn / (sum.n * sum.n)) + (1 - icc) / (sum.n + 1))
  return { mean, meanVariance, concentration: 1 / icc - 1 }
}

/** Fewer groups say nothing about how groups differ: each then stands nearly alone. */
const FEWEST_GROUPS = 4
/** Few groups may resemble each other by chance; this much unlikeness is assumed, less the more groups there are. */
const ASSUMED = 0.15
/** A prior worth less than one trial would pile up at 0 and 1. */
const MOST_ALIKE = 0.5
