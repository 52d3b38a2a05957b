/** Maps the units of a decoded text to their places in the source text. */
export interface OffsetMap {
  /** From this unit on, each unit stands for one unit of the source, until the next entry. */
  put(unit: number, source: number): void
  /** Only this unit stands for an escape, which ends where the next entry begins. */
  putEscape(unit: number, source: number): void
  startOf(unit: number): number
  endOf(offset: number): number
}

/** Units must be added in order; lookups use binary search. */
export const createOffsetMap = (): OffsetMap => {
  const units: number[] = []
  const sources: number[] = []
  const escapes: boolean[] = []
  const put = (unit: number, source: number, isEscape: boolean): void => {
    units.push(unit)
    sources.push(source)
    escapes.push(isEscape)
  }
  /** The last entry that begins at or before a unit. */
  const entryOf = (unit: number): number => {
    let low = 0
    let high = units.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (units[middle]! <= unit) low = middle
      else high = middle - 1
    }
    return low
  }
  return {
    put: (unit, source) => put(unit, source, false),
    putEscape: (unit, source) => put(unit, source, true),
    startOf: (unit) => {
      const entry = entryOf(unit)
      return sources[entry]! + (unit - units[entry]!)
    },
    endOf: (offset) => {
      const entry = entryOf(offset - 1)
      if (!escapes[entry]!) return sources[entry]! + (offset - units[entry]!)
      // Both halves of a surrogate pair stand for the same escape.
      let next = entry + 1
      while (escapes[next] === true && sources[next] === sources[entry]) next++
      return sources[next]!
    },
  }
}
