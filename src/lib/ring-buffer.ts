/** The last characters of an endless text, and how many came before them. */
export interface RingBuffer {
  append(text: string): void
  /** Counts this many characters without keeping them, and drops all characters before them. */
  skip(chars: number): void
  /** Number of all characters ever added. */
  readonly totalChars: number
  /** Number of dropped characters, which is also the number of the first readable one. */
  readonly droppedChars: number
  /** The text from one character number to another, without characters that are dropped or not yet there. */
  slice(from?: number, to?: number): string
}

/** Smaller pieces are joined, so that a writer of single letters needs no more memory than a writer of pages. */
const SMALL_PIECE_CHARS = 16 * 1024

/**
 * Keeps at most `limitChars` characters. The cost of appending does not grow with the text. `startAt` is the number of
 * the first character if earlier ones are already gone.
 */
export const createRingBuffer = (limitChars: number, startAt = 0): RingBuffer => {
  // The pieces from `first` on hold text. Those before it are empty and are removed together later.
  let pieces: string[] = []
  let first = 0
  let heldChars = 0
  let totalChars = startAt
  let open = ''

  const closeOpen = (): void => {
    if (open === '') return
    pieces.push(flat(open))
    open = ''
  }

  const shrink = (): void => {
    while (first < pieces.length) {
      const piece = pieces[first] ?? ''
      if (heldChars - piece.length < limitChars) break
      heldChars -= piece.length
      pieces[first++] = ''
    }
    if (first > 64 && first * 2 > pieces.length) {
      pieces = pieces.slice(first)
      first = 0
    }
  }

  return {
    append: (text) => {
      if (text === '') return
      totalChars += text.length
      // Only the end of a text longer than the buffer is kept.
      const kept = text.length > limitChars ? flat(text.slice(-limitChars)) : text
      heldChars += kept.length
      if (kept.length >= SMALL_PIECE_CHARS) {
        closeOpen()
        pieces.push(kept)
      } else {
        open += kept
        if (open.length >= SMALL_PIECE_CHARS) closeOpen()
      }
      shrink()
    },
    skip: (chars) => {
      totalChars += chars
      pieces = []
      first = 0
      heldChars = 0
      open = ''
    },
    get totalChars() {
      return totalChars
    },
    get droppedChars() {
      return totalChars - Math.min(heldChars, limitChars)
    },
    slice: (from = 0, to = totalChars) => {
      const start = totalChars - heldChars
      const least = totalChars - Math.min(heldChars, limitChars)
      const [begin, end] = [Math.max(from, least) - start, Math.min(to, totalChars) - start]
      return end <= begin ? '' : (pieces.slice(first).join('') + open).slice(begin, end)
    },
  }
}

/** Copies a text into memory of its own, so that it is neither a chain of joined parts nor a slice of a longer text. */
const flat = (text: string): string => Buffer.from(text, 'utf16le').toString('utf16le')
