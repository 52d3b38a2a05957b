/** The last characters of an endless text, and how many came before them. */
export interface RingBuffer {
  append(text: string): void
  /** Counts this many characters without keeping them, and drops all characters before them. */
  skip(chars: number): void
  /** All characters there ever were. */
  readonly totalChars: number
  /** Characters that can no longer be read; the first that can has this number. */
  readonly droppedChars: number
  /** From one character number to another; what is gone or not yet there is left out. */
  slice(from?: number, to?: number): string
}

/** Pieces below this are joined, so that a writer of single letters costs no more memory than one of pages. */
const SMALL_PIECE_CHARS = 16 * 1024

/**
 * Keeps at most `limitChars` characters: appending costs the same however much was appended before. `startAt` numbers the first
 * character, where what came before it is gone already.
 */
export const createRingBuffer = (limitChars: number, startAt = 0): RingBuffer => {
  // The pieces from `first` on are held; those before it are empty and wait to be cut off together.
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
      // Only the end of a text longer than the buffer can stay.
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

/** A text in one piece of memory of its own: neither a chain of joined parts nor a window into a longer text. */
const flat = (text: string): string => Buffer.from(text, 'utf16le').toString('utf16le')
