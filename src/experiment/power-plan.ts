import {
  callsNeeded,
  detectablePairedDifference,
  detectableRate,
  pairsNeeded,
  powerOfCalls,
  powerOfPairs,
} from '../lib/stats/power.ts'

/** What is assumed about outcomes before any is known. */
export interface Assumed {
  /** Share of successes without help. */
  baseRate: number
  /** Share of pairs in which the arms differ. */
  discordant: number
  /** The difference that would be worth finding. */
  effect: number
  alpha: number
}

/** How much an experiment can find, for a look at the end. Tasks are the units: repeats of a task are alike. */
export interface PowerPlan {
  /** Tasks, or sessions in each arm. */
  units: number
  /** The smallest difference that is found in 4 of 5 experiments; null: none is. */
  detectable: number | null
  /** Chance to find the assumed difference. */
  power: number
  /** Units that find the assumed difference in 4 of 5 experiments. */
  needed: number
  /** The same where the figures are looked at all the time. */
  neededAlwaysValid: number
}

/** Intervals that allow for looking at any time are about 1.7 times as wide (docs/does-it-help.md), and width goes with the root of n. */
const PRICE_OF_LOOKING = 1.7 ** 2

export const planPaired = (tasks: number, { discordant, effect, alpha }: Assumed): PowerPlan => {
  const needed = pairsNeeded(effect, discordant, { alpha })
  return {
    units: tasks,
    detectable: tasks === 0 ? null : detectablePairedDifference(discordant, { pairs: tasks, alpha }),
    power: powerOfPairs(effect, discordant, { pairs: tasks, alpha }),
    needed,
    neededAlwaysValid: Math.ceil(needed * PRICE_OF_LOOKING),
  }
}

/** For sessions that are drawn: the units are sessions in each arm. */
export const planLive = (sessions: number, { baseRate, effect, alpha }: Assumed): PowerPlan => {
  const other = Math.min(0.999, baseRate + effect)
  const rate = sessions === 0 ? null : detectableRate(baseRate, { calls: sessions, alpha })
  const needed = callsNeeded(baseRate, other, { alpha })
  return {
    units: sessions,
    detectable: rate === null ? null : rate - baseRate,
    power: powerOfCalls(baseRate, other, { calls: sessions, alpha }),
    needed,
    neededAlwaysValid: Math.ceil(needed * PRICE_OF_LOOKING),
  }
}
