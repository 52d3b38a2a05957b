// Longer texts borrow memory for the time of one call; excerpts, which are nearly all there is, never do.
const LARGEST_KEPT = 65_536
const kept = new Uint16Array(LARGEST_KEPT)
const keptBytes = Buffer.from(kept.buffer)

/**
 * The UTF-16 units of a text, valid until the next call; what lies beyond the text's length means nothing. Hot loops
 * read them here because asking a string is slow where the engine keeps it as a slice of another one.
 */
export const unitsOf = (text: string): Uint16Array => {
  if (text.length <= LARGEST_KEPT) {
    keptBytes.write(text, 'utf16le')
    return kept
  }
  // One more than needed where the length is odd, so that they can be read in pairs.
  const large = new Uint16Array(text.length + (text.length & 1))
  Buffer.from(large.buffer).write(text, 'utf16le')
  return large
}

/** The same units two by two, for who looks at every second one. Their buffer must hold an even number of them. */
export const pairsOf = (units: Uint16Array): Int32Array => {
  if (units.buffer !== lastBuffer) {
    lastBuffer = units.buffer
    lastPairs = new Int32Array(units.buffer)
  }
  return lastPairs
}

let lastBuffer: ArrayBufferLike = kept.buffer
let lastPairs: Int32Array = new Int32Array(kept.buffer)
