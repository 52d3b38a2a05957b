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
  const large = new Uint16Array(text.length)
  Buffer.from(large.buffer).write(text, 'utf16le')
  return large
}
