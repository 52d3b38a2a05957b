/** Bets against a hypothesis under which every score has mean 0, given the scores before it. */
export interface ScoreBets {
  /** A score with the bounds, low < 0 < high, that were known before it was seen. */
  add: (score: number, low: number, high: number) => void
  /**
   * Natural logarithm of the capital. Under the hypothesis the capital ever reaches 1 / alpha with probability alpha at most, so it
   * may be looked at after every score.
   */
  logEvidence: () => number
  /** Logarithm of each bet's capital: first the bets on positive scores, then the bets on negative scores. */
  logCapitals: () => number[]
}

/**
 * A mixture of constant bets (grid Kelly; Waudby-Smith and Ramdas 2024). Every bet risks a fixed share of its capital on each score,
 * half of them on the positive side and half on the negative side. The order of scores does not matter where their bounds do not
 * depend on it. A score beyond its bounds ruins the bets that cannot pay.
 */
export const createScoreBets = (): ScoreBets => {
  const capitals = new Float64Array(2 * STAKES.length).fill(1)
  // Capitals are kept near 1 and their common factor apart, because thousands of wins overflow a double.
  let logScale = 0
  const add = (score: number, low: number, high: number): void => {
    let largest = 0
    for (const [index, stake] of STAKES.entries()) {
      const up = (capitals[index] ?? 0) * Math.max(0, 1 - (stake * score) / low)
      const down = (capitals[STAKES.length + index] ?? 0) * Math.max(0, 1 - (stake * score) / high)
      capitals[index] = up
      capitals[STAKES.length + index] = down
      largest = Math.max(largest, up, down)
    }
    if (largest > FAR_FROM_1 || (largest < 1 / FAR_FROM_1 && largest > 0)) {
      for (const [index, capital] of capitals.entries()) capitals[index] = capital / largest
      logScale += Math.log(largest)
    }
  }
  return {
    add,
    logEvidence: () => logScale + Math.log(capitals.reduce((sum, each) => sum + each, 0) / capitals.length),
    logCapitals: () => Array.from(capitals, (each) => logScale + Math.log(each)),
  }
}

/** Shares of the largest stake that cannot lose more than everything, denser at both ends; the middle of 12 steps each. */
export const STAKES: readonly number[] = Array.from(
  { length: 12 },
  (_, step) => Math.sin((((step + 0.5) / 12) * Math.PI) / 2) ** 2,
)

const FAR_FROM_1 = 1e100
