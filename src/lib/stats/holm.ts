/** Holm's adjusted p values, in the order given: reject those below 0.05 and at most 5 % of families hold a false one. */
export const holm = (pValues: readonly number[]): number[] => {
  const order = pValues.map((_, index) => index).toSorted((i, j) => (pValues[i] ?? 1) - (pValues[j] ?? 1))
  const adjusted = Array.from<number>({ length: pValues.length }).fill(1)
  let largest = 0
  for (const [rank, index] of order.entries()) {
    largest = Math.max(largest, (pValues[index] ?? 1) * (pValues.length - rank))
    adjusted[index] = Math.min(1, largest)
  }
  return adjusted
}
