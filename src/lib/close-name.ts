/** A word with more typing errors than this is another word. */
const MOST_EDITS = 2

/**
 * The known name that the user most likely meant: a name that begins with the typed text or that the typed text begins
 * with, else a name at most two edits away.
 */
export const closeName = (typed: string, known: readonly string[]): string | undefined => {
  if (typed === '' || typed.length > LONGEST_CHARS) return undefined
  const begun = known.find((name) => name.startsWith(typed) || typed.startsWith(name))
  if (begun !== undefined) return begun
  const [nearest] = known
    .map((name) => ({ name, edits: editsBetween(typed.toLowerCase(), name) }))
    .filter(({ name, edits }) => edits <= MOST_EDITS && edits < Math.min(typed.length, name.length) - 1)
    .toSorted((a, b) => a.edits - b.edits)
  return nearest?.name
}

/** No name of ours is longer, so longer texts are not compared letter by letter. */
const LONGEST_CHARS = 40

/** The number of letters to insert, delete, replace or swap with a neighbour to turn one word into the other. */
export const editsBetween = (from: string, to: string): number => {
  let beforeLast: number[] = []
  let last = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (let row = 1; row <= from.length; row++) {
    const current = [row]
    for (let column = 1; column <= to.length; column++) {
      const isSame = from[row - 1] === to[column - 1]
      const isSwapped = row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      current.push(
        Math.min(
          (last[column] ?? 0) + 1,
          (current[column - 1] ?? 0) + 1,
          (last[column - 1] ?? 0) + (isSame ? 0 : 1),
          isSwapped ? (beforeLast[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
        ),
      )
    }
    beforeLast = last
    last = current
  }
  return last[to.length] ?? 0
}
