import { createScoreBets, type ScoreBets } from './score-bets.ts'

/** A treatment that was drawn for a unit, and whether the event that it should prevent happened there. */
export interface DrawnOutcome {
  treatment: string
  isGiven: boolean
  /** The probability of being given, between 0 and 1. It may depend only on the past. */
  probability: number
  isEvent: boolean
}

/** The treatments of one unit. What happens under one of them may depend on the others. */
export type DrawnUnit = readonly DrawnOutcome[]

export interface PreventedShare {
  /**
   * 1 - rate if given / rate if withheld, treatments weighted by their units; null if no withheld unit had an event.
   */
  estimate: number | null
  /** Below 0 the treatments cause events. Null if the data set no lower limit. */
  low: number | null
  high: number
  units: number
}

/**
 * The share of events that treatments prevent, with an interval that may be looked at after every unit. For each candidate ratio of the
 * two rates, bets are placed against the score A (Y - r m) / p - r (1 - A) (Y - m) / (1 - p), where m is the rate without treatment as
 * it was seen before; the interval holds each ratio whose bets have not won 1 / alpha.
 */
export const preventedShare = (units: readonly DrawnUnit[], alpha = 0.05): PreventedShare => {
  const table = tableOf(units)
  const limit = Math.log(1 / alpha)
  const kept = keptRatios(ratioOf(table), (ratio) => evidenceAgainst(table, ratio) < limit)
  if (kept === undefined) {
    // Drifting rates can refute every ratio. Then the least unlikely one is kept.
    const evidence = RATIOS.map((ratio) => evidenceAgainst(table, ratio))
    const share = 1 - (RATIOS[evidence.indexOf(Math.min(...evidence))] ?? 1)
    return { estimate: share, low: share, high: share, units: table.length }
  }
  // The refuted neighbours bound the truth from outside.
  const low = kept.last === RATIOS.length - 1 ? null : 1 - (RATIOS[kept.last + 1] ?? 1)
  const high = 1 - (RATIOS[Math.max(kept.first - 1, 0)] ?? 0)
  const ratio = ratioOf(table)
  const estimate = ratio === null ? null : Math.min(Math.max(1 - ratio, low ?? 1 - ratio), high)
  return { estimate, low, high, units: table.length }
}

/**
 * The first and the last ratio that is not refuted; undefined where all are. The evidence against a ratio grows with its distance from
 * the estimate, so that both ends are found by halving; where the estimate itself is refuted, every ratio is looked at.
 */
const keptRatios = (
  estimate: number | null,
  isKept: (ratio: number) => boolean,
): { first: number; last: number } | undefined => {
  const isKeptAt = (index: number): boolean => isKept(RATIOS[index] ?? 0)
  const found = estimate === null ? RATIOS.length - 1 : RATIOS.findIndex((ratio) => ratio >= estimate)
  const near = found < 0 ? RATIOS.length - 1 : found
  if (!isKeptAt(near)) {
    const kept = RATIOS.map((_, index) => index).filter(isKeptAt)
    return kept.length === 0 ? undefined : { first: kept[0] ?? 0, last: kept.at(-1) ?? 0 }
  }
  return { first: lastKept(near, 0, isKeptAt), last: lastKept(near, RATIOS.length - 1, isKeptAt) }
}

/** The last kept index on the way from the kept index `from` to `end`. */
const lastKept = (from: number, end: number, isKept: (index: number) => boolean): number => {
  if (from === end || isKept(end)) return end
  let [inside, outside] = [from, end]
  while (Math.abs(outside - inside) > 1) {
    const middle = Math.trunc((inside + outside) / 2)
    if (isKept(middle)) inside = middle
    else outside = middle
  }
  // Where the bounds of a score change sides, the evidence falls by a hair before it grows on.
  const step = Math.sign(end - from)
  const beyond = Array.from({ length: MOST_BEYOND }, (_, count) => inside + step * (count + 2)).filter(
    (index) => (end - index) * step >= 0,
  )
  return beyond.findLast(isKept) ?? inside
}

const MOST_BEYOND = 4

/** Bets against "the treatments change nothing"; `logEvidence` above log(1 / alpha) refutes it. */
export const betsAgainstNoEffect = (units: readonly DrawnUnit[]): RatioBets => betsAt(tableOf(units), 1)

/** Ratios of the two rates: every hundredth up to 1, from there on every twentieth part more, up to twenty times the events. */
const RATIOS: readonly number[] = [
  ...Array.from({ length: 101 }, (_, step) => step / 100),
  ...Array.from({ length: 62 }, (_, step) => 1.05 ** (step + 1)),
]

/** A treatment that was certain to be given, or to be withheld, says nothing. */
const tableOf = (units: readonly DrawnUnit[]): DrawnUnit[] =>
  units
    .map((unit) => unit.filter(({ probability }) => probability > 0 && probability < 1))
    .filter((unit) => unit.length > 0)

const evidenceAgainst = (table: readonly DrawnUnit[], ratio: number): number => {
  if (ratio > 0) return betsAt(table, ratio).logEvidence()
  // A single event under treatment refutes that everything is prevented.
  return table.some((unit) => unit.some(({ isGiven, isEvent }) => isGiven && isEvent)) ? Number.POSITIVE_INFINITY : 0
}

const betsAt = (table: readonly DrawnUnit[], ratio: number): RatioBets => {
  const bets = createRatioBets(ratio)
  for (const unit of table) bets.add(unit)
  return bets
}

export interface RatioBets extends Omit<ScoreBets, 'add'> {
  add: (unit: DrawnUnit) => void
}

/**
 * Bets on the sum of a unit's scores. The bounds of the sum are those of its largest few terms: all events of many treatments in one
 * unit are hardly ever met, and stakes that survive even this would be too small to tell anything. The worst unit so far counts too.
 */
export const createRatioBets = (ratio: number): RatioBets => {
  const bets = createScoreBets()
  /** Per treatment the events so far, and the units, each counted as the multiple of the rate where withheld that it should have. */
  const seen = new Map<string, { events: number; weight: number }>()
  let [worstLow, worstHigh] = [0, 0]
  const add = (unit: DrawnUnit): void => {
    let [score, low, high, lowest, highest] = [0, 0, 0, 0, 0]
    for (const { treatment, isGiven, probability, isEvent } of unit) {
      const before = seen.get(treatment)
      const rate = before === undefined ? 0 : Math.min(before.events / (1 + before.weight), 1 / Math.max(1, ratio))
      const event = isEvent ? 1 : 0
      const given = 1 / probability
      const withheld = ratio / (1 - probability)
      score += isGiven ? (event - ratio * rate) * given : (rate - event) * withheld
      const down = Math.max(ratio * rate * given, (1 - rate) * withheld)
      const up = Math.max((1 - ratio * rate) * given, rate * withheld)
      low -= down
      high += up
      lowest = Math.min(lowest, -down)
      highest = Math.max(highest, up)
    }
    low = Math.max(low, Math.min(MOST_EVENTS * lowest, MARGIN * worstLow))
    high = Math.min(high, Math.max(MOST_EVENTS * highest, MARGIN * worstHigh))
    bets.add(score, low, high)
    worstLow = Math.min(worstLow, score)
    worstHigh = Math.max(worstHigh, score)
    for (const { treatment, probability, isEvent } of unit) {
      const before = seen.get(treatment) ?? { events: 0, weight: 0 }
      if (isEvent) before.events++
      before.weight += probability * ratio + 1 - probability
      seen.set(treatment, before)
    }
  }
  return { ...bets, add }
}

/** A bet must survive a unit with this many events, all of them against it. */
const MOST_EVENTS = 3
/** The worst unit so far may be exceeded by this factor. */
const MARGIN = 1.5

/** Ratio of the rates if given and if withheld; null if no withheld unit had an event. */
const ratioOf = (table: readonly DrawnUnit[]): number | null => {
  const arms = Map.groupBy(table.flat(), ({ treatment }) => treatment)
  let [given, withheld] = [0, 0]
  for (const own of arms.values()) {
    const [rateGiven, rateWithheld] = [rateIn(own, true), rateIn(own, false)]
    // A treatment counts only if both of its rates are known.
    if (rateGiven === null || rateWithheld === null) continue
    given += own.length * rateGiven
    withheld += own.length * rateWithheld
  }
  return withheld === 0 ? null : given / withheld
}

/** Rate of events in an arm, units weighted by how unlikely they were to be in it. */
const rateIn = (outcomes: readonly DrawnOutcome[], isGivenArm: boolean): number | null => {
  let [events, weight] = [0, 0]
  for (const { isGiven, probability, isEvent } of outcomes) {
    if (isGiven !== isGivenArm) continue
    const own = 1 / (isGiven ? probability : 1 - probability)
    weight += own
    if (isEvent) events += own
  }
  return weight === 0 ? null : events / weight
}
