/** Turns pieces of bytes into text. Characters split between pieces are joined, and invalid bytes become U+FFFD. */
export interface Utf8Stream {
  decode(bytes: Uint8Array): string
  /** Returns the text for an unfinished character at the very end. */
  end(): string
  /** Bytes that wait for the rest of their character, at most three. */
  readonly pendingBytes: number
}

/** However the bytes are split, the joined texts equal the text of the joined bytes. */
export const createUtf8Stream = (): Utf8Stream => {
  let pending: Buffer = Buffer.alloc(0)
  return {
    decode: (bytes) => {
      const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
      const all = pending.length === 0 ? view : Buffer.concat([pending, view])
      const end = all.length - unfinished(all)
      // Copied, because the caller may reuse its memory.
      pending = Buffer.from(all.subarray(end))
      return all.toString('utf8', 0, end)
    },
    end: () => {
      const text = pending.toString('utf8')
      pending = Buffer.alloc(0)
      return text
    },
    get pendingBytes() {
      return pending.length
    },
  }
}

/**
 * How many bytes at the end begin an incomplete character. The first byte of a character never continues another, so
 * cutting before it is safe.
 */
const unfinished = (bytes: Uint8Array): number => {
  for (let back = 1; back <= 3 && back <= bytes.length; back++) {
    const byte = bytes[bytes.length - back] ?? 0
    if (byte < 0x80) return 0
    if (byte >= 0xc0) return back < lengthOf(byte) ? back : 0
  }
  return 0
}

const lengthOf = (first: number): number => (first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2)
