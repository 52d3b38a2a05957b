/**
 * Two-sided p value of Fisher's exact test of the table [[a, b], [c, d]]: the probability, margins given, of all tables
 * that are no more likely than this one. Stable for counts to 1e5 and beyond.
 */
export const fisherExact = (a: number, b: number, c: number, d: number): number => {
  const [firstRow, secondRow, firstColumn] = [a + b, c + d, a + c]
  const lowest = Math.max(0, firstColumn - secondRow)
  const highest = Math.min(firstRow, firstColumn)
  const likeliest = Math.floor(((firstRow + 1) * (firstColumn + 1)) / (firstRow + secondRow + 2))
  const mode = Math.min(Math.max(likeliest, lowest), highest)
  /** How much likelier k + 1 is than k in the first cell. */
  const growth = (k: number): number =>
    ((firstRow - k) * (firstColumn - k)) / ((k + 1) * (secondRow - firstColumn + k + 1))
  // Weights relative to the mode: walking outwards they only fall, so nothing overflows and what underflows is nothing.
  const above = [1, ...walk(highest - mode, (distance) => growth(mode + distance - 1))]
  const below = [1, ...walk(mode - lowest, (distance) => 1 / growth(mode - distance))]
  const observed = (a >= mode ? above[a - mode] : below[mode - a]) ?? 0
  const limit = observed * TIE_TOLERANCE
  const extreme = sumUpTo(above, limit) + sumUpTo(below, limit) + (limit >= 1 ? 1 : 0)
  return Math.min(1, extreme / (sumUpTo(above, 1) + sumUpTo(below, 1) + 1))
}

/** Tables whose probabilities differ by rounding count as equally likely; R uses the same factor. */
const TIE_TOLERANCE = 1 + 1e-7

const walk = (steps: number, ratioAt: (distance: number) => number): number[] => {
  const weights: number[] = []
  let weight = 1
  for (let distance = 1; distance <= steps && weight > 0; distance++) {
    weight *= ratioAt(distance)
    weights.push(weight)
  }
  return weights
}

/** Sum of the weights that are no greater than the limit, without the mode itself; the smallest first, for precision. */
const sumUpTo = (weights: readonly number[], limit: number): number => {
  let sum = 0
  for (let index = weights.length - 1; index >= 1; index--) {
    const weight = weights[index] ?? 0
    if (weight <= limit) sum += weight
  }
  return sum
}
