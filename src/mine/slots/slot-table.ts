/** A value that at least this share of the calls has belongs to the pattern. */
export const USUAL_SHARE = 0.8

/** The slots of one call. The same value always gets the same slot, and two values of one kind get two slots. */
export interface Slots {
  /** Returns `<name>` for a value. */
  slot(name: string, value: string): string
  names(): string[]
}

export const createSlots = (): Slots => {
  const byValue = new Map<string, string>()
  const counts = new Map<string, number>()
  return {
    slot: (name, value) => {
      const key = `${name}\u0000${value}`
      let given = byValue.get(key)
      if (given === undefined) {
        const count = (counts.get(name) ?? 0) + 1
        counts.set(name, count)
        given = count === 1 ? name : `${name}-${count}`
        byValue.set(key, given)
      }
      return `<${given}>`
    },
    names: () => [...byValue.values()],
  }
}
