// Longer texts allocate memory for one call. Excerpts, by far the most frequent texts, never do.
const LARGEST_KEPT = 65_536
const kept = new Uint16Array(LARGEST_KEPT)
const keptBytes = Buffer.from(kept.buffer)

/**
 * The UTF-16 units of a text, valid until the next call. Units beyond the text's length mean nothing. Hot loops read
 * this array, because reading a string is slow if the engine keeps it as a slice of another.
 */
export const unitsOf = (text: string): Uint16Array => {
  if (text.length <= LARGEST_KEPT) {
    keptBytes.write(text, 'utf16le')
    return kept
  }
  // One more than needed if the length is odd, so that units can be read in pairs.
  const large = new Uint16Array(text.length + (text.length & 1))
  Buffer.from(large.buffer).write(text, 'utf16le')
  return large
}

/** The same units as pairs, for loops that read every second one. The buffer must hold an even number of units. */
export const pairsOf = (units: Uint16Array): Int32Array => {
  if (units.buffer !== lastBuffer) {
    lastBuffer = units.buffer
    lastPairs = new Int32Array(units.buffer)
  }
  return lastPairs
}

let lastBuffer: ArrayBufferLike = kept.buffer
let lastPairs: Int32Array = new Int32Array(kept.buffer)
