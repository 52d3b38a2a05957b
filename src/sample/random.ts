/** Seeded randomness: the same seed gives the same numbers on every machine. */
export interface Random {
  /** From 0 up to, not including, 1. */
  next(): number
  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number
  chance(probability: number): boolean
  pick<Item>(items: readonly Item[]): Item
  /** Half of them below the median; a larger spread makes a longer tail. */
  logNormal(median: number, spread: number): number
  hex(digits: number): string
  uuid(): string
}

export const createRandom = (seed: number): Random => {
  let state = (seed ^ 0x9e3779b9) >>> 0
  // Mulberry32: one multiplication chain a number, good enough for texts and far from anything secret.
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  const between = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1))
  const hex = (digits: number): string => {
    let text = ''
    while (text.length < digits) text += between(0, 0xffff).toString(16).padStart(4, '0')
    return text.slice(0, digits)
  }
  return {
    next,
    between,
    hex,
    chance: (probability) => next() < probability,
    pick: (items) => {
      const item = items[between(0, items.length - 1)]
      if (item === undefined) throw new RangeError('nothing to pick from')
      return item
    },
    // The sum of twelve is close enough to a normal number and needs no logarithm of zero.
    logNormal: (median, spread) => {
      let sum = -6
      for (let count = 0; count < 12; count += 1) sum += next()
      return median * Math.exp(sum * spread)
    },
    uuid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`,
  }
}
